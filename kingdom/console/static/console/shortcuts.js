// Shortcuts of one key, listed by "?". They can be switched off: speech input and stray keys must not trigger them.
"use strict";

(() => {
  const dialog = document.querySelector("#shortcuts");
  const box = dialog.querySelector("[data-shortcuts-on]");
  const NAME = "kingdom-shortcuts";

  function areOn() {
    try {
      return localStorage.getItem(NAME) !== "off";
    } catch {
      return true; // no storage in this browser: they stay on
    }
  }

  function open() {
    box.checked = areOn();
    dialog.showModal();
  }

  const focusOn = (selector) => () => {
    const field = document.querySelector(selector);
    const menu = document.querySelector("[data-menu]");
    if (field && !field.checkVisibility() && menu) menu.click(); // the list of conversations is closed on a phone
    field?.focus();
  };
  const goTo = (selector, address) => () => location.assign(document.querySelector(selector)?.href ?? address);
  const press = (selector) => () => [...document.querySelectorAll(selector)].pop()?.click();
  const ACTIONS = {
    "?": open,
    n: goTo(".side .new", "/"),
    m: focusOn("#content"),
    "/": focusOn("#q"),
    s: press("[data-stop]:not(:disabled)"),
    c: press("[data-copy]"),
    i: goTo("[data-inbox] a[href*='approvals']", "/approvals/"),
  };

  document.addEventListener("keydown", (event) => {
    const action = ACTIONS[event.key];
    const typing = event.target.closest("input, textarea, select, [contenteditable], dialog");
    if (!action || typing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key !== "?" && !areOn()) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-shortcuts]")) open();
  });
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(NAME, box.checked ? "on" : "off");
    } catch {
      box.checked = true;
    }
  });
})();
