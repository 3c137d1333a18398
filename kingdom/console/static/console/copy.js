// Copying in the chat: a whole answer as it was written (Markdown), and each block of code. Needs pages.js, chat.js.
"use strict";

// The clipboard exists only on https and localhost; elsewhere the browser copies a selected field.
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error(gettext("This browser did not allow copying. Select the text and copy it by the keyboard."));
}

function copiedAt(button) {
  const words = button.dataset.words ??= button.textContent;
  button.textContent = gettext("Copied");
  announce(gettext("Copied."));
  setTimeout(() => { button.textContent = words; }, 2000);
}

function addCodeButtons() {
  for (const block of document.querySelectorAll(".answer pre:not([data-code])")) {
    block.dataset.code = "";
    block.tabIndex = 0; // a wide block scrolls by the keyboard
    block.setAttribute("role", "group");
    block.setAttribute("aria-label", gettext("Code"));
    const frame = document.createElement("div");
    frame.className = "code";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.dataset.copyCode = "";
    button.textContent = gettext("Copy code");
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-code]");
  if (!button) return;
  try {
    if ("copyCode" in button.dataset) await copyText($("code", button.parentElement).textContent);
    else await copyText((await api("GET", button.dataset.copy)).answer);
    copiedAt(button);
  } catch (error) {
    showError(error.message);
  }
});

document.addEventListener("kingdom:placed", addCodeButtons);
addCodeButtons();
