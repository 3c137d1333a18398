// Another tab, device or program changed this conversation: show the same here. What is typed or sent here stays. Needs pages.js, chat.js.
"use strict";

(() => {
  const RUNNING = ["running", "awaiting_approval", "awaiting_parts"];
  const words = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
  let isWanted = false;
  let isLoading = false;

  // What of an answer may change after its end: its state, who was chosen instead, how it was rated.
  function signature(turn) {
    const pressed = [...turn.querySelectorAll("[aria-pressed]")].map((button) => button.getAttribute("aria-pressed"));
    return [turn.dataset.state, words($(".route", turn)), words($(".choices", turn)), ...pressed].join("\n");
  }

  function mergeTurns(shown, fresh) {
    let last = null;
    for (const turn of [...fresh.querySelectorAll(".turn")]) {
      const known = document.getElementById(turn.id);
      if (!known) {
        if (last) last.after(turn);
        else shown.append(turn);
      } else if (!RUNNING.includes(known.dataset.state) && signature(known) !== signature(turn)) {
        known.replaceWith(turn);
      }
      last = document.getElementById(turn.id);
    }
  }

  // One message: its versions, and its answers. A running answer is followed by its own stream and stays.
  function mergeExchange(shown, fresh) {
    if (words($(".own", shown)) !== words($(".own", fresh))) {
      $(".own", shown)?.remove();
      $(".question", shown).replaceWith($(".question", fresh), $(".own", fresh));
    }
    mergeTurns(shown, fresh);
    return shown;
  }

  function mergeLog(fresh) {
    const follow = nearEnd();
    const known = new Map([...log.querySelectorAll(".exchange[data-message]")].map((shown) => [shown.dataset.message, shown]));
    const children = [...fresh.children].map((child) => {
      const shown = known.get(child.dataset.message);
      return shown ? mergeExchange(shown, child) : child;
    });
    const same = children.length >= log.children.length && [...log.children].every((child, index) => child === children[index]);
    if (same) log.append(...children.slice(log.children.length));
    else log.replaceChildren(...children); // another branch is shown
    log.querySelectorAll(".turn").forEach((turn) => { if (RUNNING.includes(turn.dataset.state)) watch(turn); });
    document.dispatchEvent(new CustomEvent("kingdom:placed"));
    if (follow) toEnd();
  }

  function mergeFrame(page) {
    const title = words($("[data-title]", page));
    $("[data-title]").textContent = title;
    document.title = page.title ?? `${title} · Kingdom`;
    const menu = $("[data-more]");
    if (!menu.open && $("[data-more] .sheet", page)) $(".sheet", menu).replaceWith($("[data-more] .sheet", page));
    const side = $("#side");
    if ($("#q").value || side.contains(document.activeElement)) return; // the reader searches, or is in the list
    side.querySelectorAll(":scope > h2, :scope > ul").forEach((part) => part.remove());
    side.append(...$("#side", page).querySelectorAll(":scope > h2, :scope > ul"));
  }

  async function load() {
    const id = composer.dataset.conversation;
    const sent = sending.total;
    const response = await fetch(`/c/${id}/`, { headers: { Accept: "text/html" } });
    if (response.status === 404) showError(gettext("This conversation was deleted."));
    if (!response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (sending.total !== sent) { // a message of this tab: the page may hold it already, or not yet
      isWanted = true;
      return;
    }
    log.dataset.updated = $("#log", page).dataset.updated;
    log.dataset.branch = $("#log", page).dataset.branch;
    mergeLog($("#log", page));
    mergeFrame(page);
  }

  // One load at a time. A change during a load causes one more.
  async function follow() {
    isWanted = true;
    if (isLoading) return;
    isLoading = true;
    try {
      while (isWanted && composer.dataset.conversation) {
        await sending.done();
        isWanted = false;
        await load();
      }
    } catch {
      // without a network: the inbox connects again, and says so
    } finally {
      isLoading = false;
    }
  }

  document.addEventListener("kingdom:conversation", async (event) => {
    const { id, session_id: session, deleted: isDeleted } = event.detail;
    await sending.done(); // perhaps it is the message that this tab sends
    if (id !== composer.dataset.conversation || (session && document.getElementById(`turn-${session}`))) return;
    if (!isDeleted) follow();
    else if (!("leaving" in composer.dataset)) showError(gettext("This conversation was deleted."));
  });

  // Events may have been missed: compare what is shown with the conversation as it is.
  document.addEventListener("kingdom:resync", async () => {
    await sending.done();
    const id = composer.dataset.conversation;
    if (!id) return;
    const now = await api("GET", `${composer.dataset.api}${id}/`).catch(() => null);
    const { updated = "", branch = "" } = log.dataset;
    if (now && Date.parse(now.updated_at) === Date.parse(updated) && (now.branch ?? "") === branch) return;
    follow();
  });
})();
