// What all pages share: the numbers in the head, live; lists that stay fresh; questions answered in place; countdowns; "are you sure?".
// Without it everything still works, by reloading.
"use strict";

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

  const nameOf = (one) => `${one.dataset.key}/${one.dataset.version}`;

  function merge(region, fresh) {
    region.dispatchEvent(new CustomEvent("kingdom:merging", { bubbles: true }));
    const old = [...region.children];
    const kept = new Map(old.map((one) => [nameOf(one), one]));
    const focused = old.find((one) => one.contains(document.activeElement));
    for (const one of fresh.children) {
      const before = old.find((other) => other.dataset.key === one.dataset.key);
      if (before?.open) one.open = true;
    }
    region.replaceChildren(...[...fresh.children].map((one) => kept.get(nameOf(one)) ?? one));
    for (const name of ["watch", "state"]) {
      if (name in fresh.dataset) region.dataset[name] = fresh.dataset[name];
      else delete region.dataset[name];
    }
    region.dispatchEvent(new CustomEvent("kingdom:merged", { bubbles: true }));
    if (!focused || focused.isConnected) return;
    const successor = [...region.children].find((one) => one.dataset.key === focused.dataset.key);
    if (successor) {
      successor.tabIndex = -1;
      successor.focus();
    }
  }

  const loading = new Map();

  // One load of an address at a time. Who asks meanwhile waits for one more: what it was asked for may have come after the first began.
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
    // a case that is over does not change any more, unless its own form says so
    const regions = only ? [only] : [...document.querySelectorAll("[data-fresh]")].filter((one) => !one.dataset.from || one.dataset.watch);
    await Promise.all([...new Set(regions.map((one) => one.dataset.from ?? location.href))].map(freshenFrom));
  }

  // ---- regions with events of their own: a case of the Council, until it is over -------------------------------------------------------

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
      for (const name of [...sources.keys()]) closeSource(name); // a browser has few connections to one host; a hidden page needs none
    } else {
      document.querySelectorAll("[data-watch]").forEach(watchRegion);
    }
  }

  // ---- the head ----------------------------------------------------------------------------------------------------------------------

  async function recount() {
    const numbers = await api("GET", head.dataset.inbox).catch(() => null);
    if (!numbers) return;
    for (const [name, number] of Object.entries(numbers)) {
      for (const badge of head.querySelectorAll(`[data-count="${name}"]`)) {
        const shown = $("[data-number]", badge);
        if (shown && number > Number(shown.textContent)) sayer.textContent = name === "questions" ? "A question waits for you." : "There is a new notification.";
        if (shown) shown.textContent = number;
        badge.hidden = !number;
      }
    }
  }

  let stream = null;

  function listen() {
    if (document.hidden) {
      stream?.close(); // a browser has few connections to one host; a hidden page needs none
      stream = null;
    } else if (!stream) {
      stream = new EventSource(head.dataset.inboxEvents);
      for (const name of ["notification", "approval", "resync"]) {
        stream.addEventListener(name, () => {
          recount();
          freshen();
        });
      }
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
    document.addEventListener("kingdom:placed", watchAll); // a part of the page was put in place by another script
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
    if (words && !confirm(words)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });

  // A form that is sent without leaving the page. The answer is the page it would have led to: its alert is shown here, if it has one.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !("inPlace" in form.dataset)) return;
    event.preventDefault();
    const fault = $("[data-card-fault]", form);
    const body = new FormData(form, event.submitter);
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    fault.hidden = true;
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const alert = $("main [role=alert]:not([hidden])", page) ?? (response.ok ? null : $("h1", page));
      if (alert) throw new Error(alert.textContent);
      form.reset(); // a key that was given must not stay in the field
      const region = form.closest("[data-fresh]");
      if (region) await freshen(region);
      else form.dispatchEvent(new CustomEvent("kingdom:sent", { bubbles: true }));
    } catch (error) {
      fault.textContent = error instanceof TypeError ? "Kingdom does not answer. Check that it runs and that you are online, then try again." : error.message;
      fault.hidden = false;
    } finally {
      for (const button of buttons) button.disabled = false;
    }
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
