// The list of specialists while an @ is typed at the beginning of a message. Needs pages.js, chat.js.
"use strict";

(() => {
  const field = composer.elements.content;
  const list = $("#mentions");
  const known = JSON.parse($("#specialists-to-ask").textContent);
  const MOST = 8;
  let active = -1;

  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", "mentions");

  function close() {
    list.hidden = true;
    active = -1;
    field.removeAttribute("aria-activedescendant");
  }

  function mark(index) {
    active = index;
    [...list.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === index)));
    field.setAttribute("aria-activedescendant", list.children[index].id);
    list.children[index].scrollIntoView({ block: "nearest" });
  }

  function choose(role) {
    field.value = `@${role} ${field.value.replace(/^@\w*\s*/, "")}`;
    close();
    field.focus();
    announce(fill(gettext("%(role)s will answer."), { role }));
  }

  function option({ role, status }, index) {
    const item = document.createElement("li");
    item.id = `mention-${index}`;
    item.setAttribute("role", "option");
    item.textContent = status ? `${role} (${status})` : role;
    item.dataset.role = role;
    item.addEventListener("mousedown", (event) => {
      event.preventDefault(); // the field keeps the focus
      choose(role);
    });
    return item;
  }

  function suggest() {
    const typed = /^@(\w*)$/.exec(field.value.slice(0, field.selectionEnd));
    const begun = typed?.[1].toLowerCase() ?? "";
    const fitting = typed ? known.filter(({ role }) => role.includes(begun)) : [];
    const first = (one) => (one.role.startsWith(begun) ? 0 : 1);
    fitting.sort((one, other) => first(one) - first(other) || one.role.localeCompare(other.role));
    if (!fitting.length || (fitting.length === 1 && fitting[0].role === begun)) return close();
    list.replaceChildren(...fitting.slice(0, MOST).map(option));
    list.hidden = false;
    mark(0);
    const text = ngettext("%(count)s specialist. Up and down choose, Enter takes.", "%(count)s specialists. Up and down choose, Enter takes.", fitting.length);
    announce(fill(text, { count: fitting.length }));
  }

  field.addEventListener("input", suggest);
  field.addEventListener("blur", close);
  // before the composer's own handler, which sends at Enter
  composer.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const count = list.children.length;
    if (event.key === "ArrowDown") mark((active + 1) % count);
    else if (event.key === "ArrowUp") mark((active + count - 1) % count);
    else if (event.key === "Enter" || event.key === "Tab") choose(list.children[active].dataset.role);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
})();
