// Shared by all pages: live counts in the header, live lists, approvals answered in place, countdowns, confirmations.
// Without scripts everything works by reloading.
"use strict";

// The words of the page's language, from the script before this one; without it the words are the English of the code.
const { gettext = (text) => text, ngettext = (one, many, count) => (count === 1 ? one : many) } = globalThis.django ?? {};
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const kingdom = (() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const token = $("[name=csrfmiddlewaretoken]")?.value;

  async function api(method, url, body, headers = {}) {
    const form = body === undefined ? {} : { "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/json" };
    let response;
    try {
      response = await fetch(url, {
        method,
        headers: { "X-CSRFToken": token, Accept: "application/json", ...form, ...headers },
        body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      });
    } catch {
      throw new Error(gettext("Kingdom is not reachable. Check that it runs and that you are online, then try again."));
    }
    if (response.status === 401 || response.status === 403) throw new Error(gettext("You are signed out, or this page is outdated. Reload it."));
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw Object.assign(new Error(problem.detail || fill(gettext("Kingdom answered %(status)s. Try again."), { status: response.status })), { status: response.status });
    }
    return response.status === 204 ? null : response.json();
  }

  return { $, api };
})();

(() => {
  const { $, api } = kingdom;
  const head = $("[data-inbox]");
  const announcer = $("[data-announce-inbox]");

  // ---- live regions: a child with the same key and version is kept, with its input ----------------------------------------------------

  const nameOf = (element) => `${element.dataset.key}/${element.dataset.version}`;

  // A kept child stays where it is: an element that is taken out and put back loses the focus.
  function place(region, children) {
    const active = document.activeElement;
    for (const child of [...region.children]) if (!children.includes(child)) child.remove();
    let next = region.firstElementChild;
    for (const child of children) {
      if (child === next) next = next.nextElementSibling;
      else region.insertBefore(child, next);
    }
    if (active !== document.activeElement && region.contains(active)) active.focus({ preventScroll: true });
  }

  // What somebody has typed into a request that is shown anew with the same arguments.
  function keepTyped(before, child) {
    for (const form of before?.querySelectorAll("form[data-decide]") ?? []) {
      const { note, args_hash } = form.elements;
      const same = child.querySelector(`form[data-decide="${CSS.escape(form.dataset.decide)}"]`)?.elements;
      if (same && same.args_hash.value === args_hash.value && note.value !== note.defaultValue) same.note.value = note.value;
    }
  }

  function merge(region, fresh) {
    region.dispatchEvent(new CustomEvent("kingdom:merging", { bubbles: true }));
    const old = [...region.children];
    const byName = new Map(old.map((child) => [nameOf(child), child]));
    const focused = old.find((child) => child.contains(document.activeElement));
    for (const child of fresh.children) {
      const before = old.find((other) => other.dataset.key === child.dataset.key);
      if (before?.open) child.open = true;
      for (const inner of before?.querySelectorAll("details[id][open]") ?? []) {
        const same = child.querySelector(`#${CSS.escape(inner.id)}`);
        if (same) same.open = true;
      }
      keepTyped(before, child);
    }
    place(region, [...fresh.children].map((child) => byName.get(nameOf(child)) ?? child));
    for (const name of ["watch", "state"]) {
      if (name in fresh.dataset) region.dataset[name] = fresh.dataset[name];
      else delete region.dataset[name];
    }
    region.dispatchEvent(new CustomEvent("kingdom:merged", { bubbles: true }));
    if (!focused || focused.isConnected) return;
    const successor = [...region.children].find((child) => child.dataset.key === focused.dataset.key);
    if (successor) {
      successor.tabIndex = -1;
      successor.focus();
    }
  }

  const loading = new Map();

  // One load per URL at a time. A request during a load triggers one more, since its change may postdate the first.
  function freshenFrom(url) {
    const known = loading.get(url);
    if (known) {
      known.again = true;
      return known.done;
    }
    const run = { again: true };
    loading.set(url, run);
    run.done = (async () => {
      try {
        while (run.again) {
          run.again = false;
          await load(url);
        }
      } finally {
        loading.delete(url);
      }
    })();
    return run.done;
  }

  async function load(url) {
    const response = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!response?.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const region of document.querySelectorAll("[data-fresh]")) {
      const fresh = (region.dataset.from ?? location.href) === url && $(`[data-fresh="${region.dataset.fresh}"]`, page);
      if (fresh) merge(region, fresh);
    }
    countDown();
    watchAll();
  }

  async function freshen(only = null) {
    // a creation that ended changes only by its own form
    const all = [...document.querySelectorAll("[data-fresh]")];
    const regions = only ? [only] : all.filter((region) => !region.dataset.from || region.dataset.watch);
    await Promise.all([...new Set(regions.map((region) => region.dataset.from ?? location.href))].map(freshenFrom));
  }

  // ---- regions with their own events: a creation until it ends -------------------------------------------------------------------------

  const sources = new Map();

  function closeSource(name) {
    const source = sources.get(name);
    source?.stream.close();
    clearTimeout(source?.timer);
    sources.delete(name);
  }

  function watchRegion(region) {
    const name = region.dataset.fresh;
    if (sources.has(name)) return;
    const source = { stream: new EventSource(region.dataset.watch), timer: null };
    const changed = async (over) => {
      source.timer = null;
      if (over) closeSource(name);
      const shown = $(`[data-fresh="${name}"]`);
      if (!shown) return closeSource(name);
      await freshen(shown);
      if (over) shown.dispatchEvent(new CustomEvent("kingdom:over", { bubbles: true }));
    };
    source.stream.addEventListener("event", () => { source.timer ??= setTimeout(changed, 200, false); });
    source.stream.addEventListener("final", () => changed(true));
    sources.set(name, source);
  }

  function watchAll() {
    if (document.hidden) {
      for (const name of [...sources.keys()]) closeSource(name); // browsers limit connections per host; a hidden page needs none
    } else {
      document.querySelectorAll("[data-watch]").forEach(watchRegion);
    }
  }

  // ---- header -----------------------------------------------------------------------------------------------------------------------

  async function recount() {
    const numbers = await api("GET", head.dataset.inbox).catch(() => null);
    if (!numbers) return;
    for (const [name, number] of Object.entries(numbers)) {
      for (const badge of head.querySelectorAll(`[data-count="${name}"]`)) {
        const shown = $("[data-number]", badge);
        if (shown && number > Number(shown.textContent)) announcer.textContent = name === "approvals" ? gettext("A request needs your approval.") : gettext("New notification.");
        if (shown) shown.textContent = number;
        badge.hidden = !number;
      }
    }
  }

  let stream = null;

  function listen() {
    if (document.hidden) {
      stream?.close(); // browsers limit connections per host; a hidden page needs none
      stream = null;
    } else if (!stream) {
      stream = new EventSource(head.dataset.inboxEvents);
      for (const name of ["notification", "approval", "resync"]) {
        stream.addEventListener(name, () => {
          recount();
          freshen();
        });
      }
      // a page that shows the conversation brings itself up to date
      stream.addEventListener("conversation", (event) => {
        document.dispatchEvent(new CustomEvent("kingdom:conversation", { detail: JSON.parse(event.data) }));
      });
      stream.addEventListener("resync", () => document.dispatchEvent(new CustomEvent("kingdom:resync")));
    }
  }

  if (head) {
    document.addEventListener("visibilitychange", () => {
      listen();
      if (!document.hidden) freshen();
      watchAll();
    });
    addEventListener("pagehide", () => {
      stream?.close();
      for (const name of [...sources.keys()]) closeSource(name);
    });
    listen();
    watchAll();
    document.addEventListener("kingdom:placed", watchAll); // another script replaced a part of the page
  }

  // ---- answering an approval in place --------------------------------------------------------------------------------------------------

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.decide) return;
    event.preventDefault();
    const buttons = form.querySelectorAll("button");
    const errorLine = $("[data-form-error]", form);
    const choice = event.submitter?.value ?? "";
    const note = choice !== "edit" && "prompt" in form.elements.note.dataset ? "" : form.elements.note.value;
    errorLine.hidden = true;
    for (const button of buttons) button.disabled = true;
    try {
      await api("POST", form.dataset.decide, { choice, args_hash: form.elements.args_hash.value, note });
      recount();
      freshen();
    } catch (error) {
      errorLine.textContent = error.message;
      errorLine.hidden = false;
      if (error.status === 409 || error.status === 410) return; // the approval is closed
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
    if (words && !confirm(words)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });

  document.addEventListener("change", (event) => {
    if ("submitOnChange" in event.target.dataset) event.target.form.requestSubmit();
  });

  // A form sent without leaving the page. The response is the next page; its alert is shown here.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !("inPlace" in form.dataset)) return;
    event.preventDefault();
    const errorLine = $("[data-form-error]", form);
    const body = new FormData(form, event.submitter);
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    errorLine.hidden = true;
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const alert = $("main [role=alert]:not([hidden])", page) ?? (response.ok ? null : $("h1", page));
      if (alert) throw new Error(alert.textContent);
      form.reset(); // a submitted key must not stay in the field
      const region = form.closest("[data-fresh]");
      if (region) await freshen(region);
      else form.dispatchEvent(new CustomEvent("kingdom:sent", { bubbles: true }));
    } catch (error) {
      errorLine.textContent = error instanceof TypeError ? gettext("Kingdom is not reachable. Check that it runs and that you are online, then try again.") : error.message;
      errorLine.hidden = false;
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  });

  // ---- countdowns --------------------------------------------------------------------------------------------------------------------

  function left(seconds) {
    if (seconds <= 0) return gettext("expired");
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
    if (days > 1) return fill(gettext("%(days)s days left"), { days });
    if (hours > 1) return fill(gettext("%(hours)s hours left"), { hours });
    if (minutes > 9) return fill(gettext("%(minutes)s min left"), { minutes });
    return fill(gettext("%(time)s left"), { time: `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}` });
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
    for (const dropdown of document.querySelectorAll("[data-dropdown][open]")) {
      dropdown.open = false;
      if (dropdown.contains(document.activeElement)) $("summary", dropdown).focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const dropdown of document.querySelectorAll("[data-dropdown][open]")) {
      if (!dropdown.contains(event.target)) dropdown.open = false;
    }
  });
})();
