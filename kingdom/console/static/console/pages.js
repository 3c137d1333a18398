// What all pages share: the numbers in the head, live; lists that stay fresh; questions answered in place; countdowns; "are you sure?".
// Without it everything still works, by reloading.
"use strict";

const kingdom = (() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const token = $("[name=csrfmiddlewaretoken]")?.value;

  async function api(method, url, body, headers = {}) {
    let response;
    try {
      response = await fetch(url, {
        method,
        headers: { "X-CSRFToken": token, Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new Error("Kingdom does not answer. Check that it runs and that you are online, then try again.");
    }
    if (response.status === 401 || response.status === 403) throw new Error("You are signed out, or this page is old. Reload it.");
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw Object.assign(new Error(problem.detail || `Kingdom answered ${response.status}. Try again.`), { status: response.status });
    }
    return response.status === 204 ? null : response.json();
  }

  return { $, api };
})();

(() => {
  const { $, api } = kingdom;
  const head = $("[data-inbox]");
  const sayer = $("[data-say]");

  // ---- lists and cards that stay fresh: what has the same key and version stays as it is, with what is typed into it ----------------

  function merge(old, fresh) {
    const kept = new Map([...old.children].map((one) => [`${one.dataset.key}/${one.dataset.version}`, one]));
    const focused = [...old.children].find((one) => one.contains(document.activeElement));
    old.replaceChildren(...[...fresh.children].map((one) => kept.get(`${one.dataset.key}/${one.dataset.version}`) ?? one));
    if (!focused || focused.isConnected) return;
    const successor = [...old.children].find((one) => one.dataset.key === focused.dataset.key);
    if (successor) {
      successor.tabIndex = -1;
      successor.focus();
    }
  }

  let asked = 0;

  async function freshen() {
    const regions = document.querySelectorAll("[data-fresh]");
    if (!regions.length) return;
    const number = ++asked;
    const response = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!response?.ok || response.redirected || number !== asked) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const region of regions) {
      const fresh = $(`[data-fresh="${region.dataset.fresh}"]`, page);
      if (fresh) merge(region, fresh);
    }
    countDown();
  }

  // ---- the head ----------------------------------------------------------------------------------------------------------------------

  async function recount() {
    const numbers = await api("GET", head.dataset.inbox).catch(() => null);
    if (!numbers) return;
    for (const [name, number] of Object.entries(numbers)) {
      const badge = $(`[data-count="${name}"]`, head);
      const shown = $("[data-number]", badge);
      if (number > Number(shown.textContent)) sayer.textContent = name === "questions" ? "A question waits for you." : "There is a new notice.";
      shown.textContent = number;
      badge.hidden = !number;
    }
  }

  let stream = null;

  function listen() {
    if (document.hidden) {
      stream?.close(); // a browser has few connections to one host; a hidden page needs none
      stream = null;
    } else if (!stream) {
      stream = new EventSource(head.dataset.inboxEvents);
      for (const name of ["notice", "approval", "resync"]) {
        stream.addEventListener(name, () => {
          recount();
          freshen();
          document.dispatchEvent(new CustomEvent("kingdom:inbox"));
        });
      }
    }
  }

  if (head) {
    document.addEventListener("visibilitychange", listen);
    addEventListener("pagehide", () => stream?.close());
    listen();
  }

  // ---- answering a question where it stands --------------------------------------------------------------------------------------------

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.decide) return;
    event.preventDefault();
    const buttons = form.querySelectorAll("button");
    const fault = $("[data-card-fault]", form);
    const choice = event.submitter?.value ?? "";
    const note = form.elements.note.value;
    fault.hidden = true;
    for (const button of buttons) button.disabled = true;
    try {
      await api("POST", form.dataset.decide, { choice, args_hash: form.elements.args_hash.value, note });
      recount();
      freshen();
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
      if (error.status === 409 || error.status === 410) return; // there is nothing to decide any more
      for (const button of buttons) button.disabled = false;
      const details = form.elements.note.closest("details");
      if (choice === "edit" && details) {
        details.open = true;
        form.elements.note.focus();
      }
    }
  });

  document.addEventListener("submit", (event) => {
    const words = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (words && !confirm(words)) event.preventDefault();
  });

  // ---- small things ------------------------------------------------------------------------------------------------------------------

  function left(seconds) {
    if (seconds <= 0) return "time is up";
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
    if (days > 1) return `${days} days left`;
    if (hours > 1) return `${hours} hours left`;
    return minutes > 9 ? `${minutes} min left` : `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")} left`;
  }

  function countDown() {
    for (const time of document.querySelectorAll("time[data-until]")) {
      time.dataset.words ??= time.textContent;
      const seconds = (new Date(time.dateTime) - Date.now()) / 1000;
      const words = `${time.dataset.words} · ${left(seconds)}`;
      if (time.textContent !== words) time.textContent = words;
    }
  }

  setInterval(countDown, 1000);
  countDown();

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const one of document.querySelectorAll("[data-dropdown][open]")) {
      one.open = false;
      if (one.contains(document.activeElement)) $("summary", one).focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const one of document.querySelectorAll("[data-dropdown][open]")) if (!one.contains(event.target)) one.open = false;
  });
})();
