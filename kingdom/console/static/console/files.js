// Files in the chat: upload selected files to the conversation and attach them to the next message. Needs pages.js, chat.js.
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
    remove.setAttribute("aria-label", `Remove ${path} from this message`);
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

// Return and clear the attached files.
function takeAttached() {
  const paths = attached.splice(0);
  showAttached();
  return paths;
}

function restoreAttached(paths) {
  attached.push(...paths.filter((path) => !attached.includes(path)));
  showAttached();
}

picker.addEventListener("change", async () => {
  showError("");
  try {
    for (const file of picker.files) {
      const id = await openConversation();
      announce(`Uploading ${file.name}.`);
      const { path } = await api("POST", `${composer.dataset.api}${id}/files/?path=${encodeURIComponent(file.name)}`, file);
      if (!attached.includes(path)) attached.push(path);
      announce(`${path} is uploaded.`);
    }
  } catch (error) {
    showError(error.message);
  } finally {
    picker.value = "";
    showAttached();
    composer.elements.content.focus();
  }
});

$("[data-attach]").hidden = false;
