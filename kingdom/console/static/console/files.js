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
    remove.setAttribute("aria-label", fill(gettext("Remove %(path)s from this message"), { path }));
    remove.addEventListener("click", () => {
      attached.splice(attached.indexOf(path), 1);
      showAttached();
      composer.elements.content.focus();
    });
    chip.append(path, " ", remove);
    return chip;
  }));
  chips.hidden = !attached.length;
  composer.elements.content.required = !attached.length; // a file alone is a message, too
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

// Return why a file cannot be uploaded, "" when it can: a file that is too large must not be sent first.
function refusal(file) {
  const most = Number(composer.dataset.maxBytes);
  if (file.size <= most) return "";
  const [size, limit] = [file.size / 1e6, most / 1e6].map((mb) => mb.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }));
  return fill(gettext("%(name)s has %(size)s MB; a file has at most %(limit)s MB."), { name: file.name, size, limit });
}

// A pasted picture is always called image.png: without a name of its own it would replace the one before.
function nameOf(file, pasted) {
  return pasted && file.name === "image.png" ? `pasted-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-")}.png` : file.name;
}

async function upload(files, pasted = false) {
  const refused = [...files].map(refusal).filter(Boolean);
  showError(refused.join(" "));
  try {
    for (const file of [...files].filter((each) => !refusal(each))) {
      const id = await openConversation();
      announce(fill(gettext("Uploading %(name)s."), file));
      const { path } = await api("POST", `${composer.dataset.api}${id}/files/?path=${encodeURIComponent(nameOf(file, pasted))}`, file);
      if (!attached.includes(path)) attached.push(path);
      announce(fill(gettext("%(path)s is uploaded."), { path }));
    }
  } catch (error) {
    showError([...refused, error.message].join(" "));
  } finally {
    showAttached();
    composer.elements.content.focus();
  }
}

picker.addEventListener("change", async () => {
  await upload(picker.files);
  picker.value = "";
});

composer.elements.content.addEventListener("paste", (event) => {
  if (!event.clipboardData.files.length) return;
  event.preventDefault();
  upload(event.clipboardData.files, true);
});

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault(); // else the browser would open the file instead of the page
  composer.classList.add("dropping");
});

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) composer.classList.remove("dropping");
});

document.addEventListener("drop", (event) => {
  composer.classList.remove("dropping");
  if (!hasFiles(event)) return;
  event.preventDefault();
  upload(event.dataTransfer.files);
});

$("[data-attach]").hidden = false;
if ($("#edited-files")) restoreAttached(JSON.parse($("#edited-files").textContent)); // an edited message keeps its files
