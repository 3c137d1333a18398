// Files in the chat: upload selected files to the conversation and attach them to the next message. Needs pages.js, chat.js.
"use strict";

const attached = []; // { name, path, done }: the path is known when the upload is done, and done rejects when it fails
const picker = $("[data-files]");
const chips = $("[data-attached]");

function showAttached() {
  chips.replaceChildren(...attached.map((file) => {
    const chip = document.createElement("li");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", fill(gettext("Remove %(path)s from this message"), { path: file.name }));
    remove.addEventListener("click", () => {
      detach(file);
      composer.elements.content.focus();
    });
    if (!file.path) {
      const working = document.createElement("span");
      working.className = "quiet";
      working.textContent = gettext("is being uploaded…");
      chip.append(file.name, " ", working, " ", remove);
    } else chip.append(file.name, " ", remove);
    return chip;
  }));
  chips.hidden = !attached.length;
  composer.elements.content.required = !attached.length; // a file alone is a message, too
}

function detach(file) {
  const at = attached.indexOf(file);
  if (at >= 0) attached.splice(at, 1);
  showAttached();
}

// Return and clear the attached files, those that are still being uploaded included: they belong to the message that is sent now.
function takeAttached() {
  const files = attached.splice(0);
  showAttached();
  return files;
}

// Return the paths of files once each is uploaded. Rejects when one could not be: the message is not sent without it.
async function uploadedPaths(files) {
  return [...new Set(await Promise.all(files.map((file) => file.done)))];
}

function restoreAttached(files) {
  attached.push(...files.filter((file) => !file.failed && !attached.some((known) => known === file || (file.path && known.path === file.path))));
  showAttached();
}

function uploadedFile(path) {
  return { name: path, path, done: Promise.resolve(path) };
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

let uploading = Promise.resolve(); // one file after the other: the first opens the conversation

function attach(source, pasted) {
  const file = { name: nameOf(source, pasted), path: null };
  file.done = uploading.then(async () => {
    const id = await openConversation();
    announce(fill(gettext("Uploading %(name)s."), file));
    const { path } = await api("POST", `${composer.dataset.api}${id}/files/?path=${encodeURIComponent(file.name)}`, source);
    Object.assign(file, { name: path, path });
    if (attached.some((known) => known !== file && known.path === path)) detach(file);
    announce(fill(gettext("%(path)s is uploaded."), { path }));
    return path;
  });
  uploading = file.done.then(showAttached, (error) => {
    file.failed = true;
    detach(file);
    showError([errorLine.textContent, error.message].filter(Boolean).join(" "));
  });
  attached.push(file);
}

function upload(files, pasted = false) {
  showError([...files].map(refusal).filter(Boolean).join(" "));
  for (const file of [...files].filter((each) => !refusal(each))) attach(file, pasted);
  showAttached();
  composer.elements.content.focus();
}

picker.addEventListener("change", () => {
  upload(picker.files);
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
if ($("#edited-files")) restoreAttached(JSON.parse($("#edited-files").textContent).map(uploadedFile)); // an edited message keeps its files
