// Copying of answers: a whole answer as it was written (Markdown), and each block of code. Needs pages.js.
"use strict";

(() => {
  const { $, api } = kingdom;
  const announcer = $("[data-announce]");
  const errorLine = $("[data-error]");

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
    announcer.textContent = gettext("Copied.");
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

  // The text of an answer: in the page of a shared conversation, else from the API.
  async function answerText(button) {
    if (button.dataset.copyFrom) return JSON.parse(document.getElementById(button.dataset.copyFrom).textContent);
    return (await api("GET", button.dataset.copy)).answer;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-from], [data-copy-code]");
    if (!button) return;
    try {
      await copyText("copyCode" in button.dataset ? $("code", button.parentElement).textContent : await answerText(button));
      copiedAt(button);
    } catch (error) {
      errorLine.textContent = error.message;
      errorLine.hidden = false;
    }
  });

  document.addEventListener("kingdom:placed", addCodeButtons);
  addCodeButtons();
})();
