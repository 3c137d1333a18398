// Files in the chat: chosen ones are uploaded to the conversation at once and go with the next message. Needs pages.js and chat.js.
"use strict";

const attached = [];
const picker = $("[data-files]");
const chips = $("[data-attached]");

function showAttached() {
  chips.replaceChildren(...attached.map((path) => {
    const chip = document.createElement("li");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Leave ${path} out of this message`);
    remove.addEventListener("click", () => {
      attached.splice(attached.indexOf(path), 1);
      showAttached();
      composer.elements.content.focus();
    });
    chip.append(path, " ", remove);
    return chip;
  }));
  chips.hidden = !attached.length;
}

// What goes with the message that is sent now.
function takeAttached() {
  const paths = attached.splice(0);
  showAttached();
  return paths;
}

function giveBack(paths) {
  attached.push(...paths.filter((path) => !attached.includes(path)));
  showAttached();
}

picker.addEventListener("change", async () => {
  showFault("");
  try {
    for (const file of picker.files) {
      const id = await openConversation();
      announce(`Uploading ${file.name}.`);
      const made = await api("POST", `${composer.dataset.api}${id}/files/?path=${encodeURIComponent(file.name)}`, file);
      if (!attached.includes(made.path)) attached.push(made.path);
      announce(`${made.path} is there.`);
    }
  } catch (error) {
    showFault(error.message);
  } finally {
    picker.value = "";
    showAttached();
    composer.elements.content.focus();
  }
});

$("[data-attach]").hidden = false;
