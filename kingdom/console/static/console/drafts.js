// What is typed and not sent survives a reload, for this user in this tab. Needs pages.js, chat.js.
"use strict";

(() => {
  const field = composer.elements.content;
  const name = () => `draft:${composer.dataset.user}:${composer.dataset.conversation || "new"}`;
  if (composer.elements.replaces) return; // an edited message has its own text

  function keep() {
    try {
      if (field.value.trim()) sessionStorage.setItem(name(), field.value);
      else sessionStorage.removeItem(name());
      if (composer.dataset.conversation) sessionStorage.removeItem(`draft:${composer.dataset.user}:new`);
    } catch {
      // no storage in this browser, or it is full: nothing is kept
    }
  }

  try {
    if (!field.value) field.value = sessionStorage.getItem(name()) ?? "";
  } catch {
    // no storage in this browser
  }
  field.addEventListener("input", keep);
  addEventListener("pagehide", keep); // what was sent has left the field by then, what could not be sent is back in it
})();
