// Chat page: send messages, stream answers, cancel, override, rename, delete. Without scripts the forms reload the page.
"use strict";

const { $, api } = kingdom;
const composer = $("[data-composer]");
const log = $("#log");
const announcer = $("[data-announce]");
const errorLine = $("[data-error]");
const watching = new Set();
const showing = new Set();

function announce(text) { announcer.textContent = text; }

function showError(text) {
  errorLine.textContent = text;
  errorLine.hidden = !text;
}

function newKey() {
  // crypto.randomUUID exists only on https and localhost
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function nearEnd() { return log.scrollHeight - log.scrollTop - log.clientHeight < 160; }
function toEnd() { log.scrollTop = log.scrollHeight; }

// ---- one answer -------------------------------------------------------------------------------------------------------------------

function parseFrame(text) {
  const frame = { event: "message", data: "", id: null };
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) frame.event = line.slice(7);
    else if (line.startsWith("data: ")) frame.data += line.slice(6);
    else if (line.startsWith("id: ")) frame.id = line.slice(4);
  }
  return frame.data ? frame : null;
}

async function* frames(url, lastId, signal) {
  const headers = { Accept: "text/event-stream" };
  if (lastId) headers["Last-Event-ID"] = lastId;
  const response = await fetch(url, { headers, signal });
  if (response.status === 401 || response.status === 403 || response.status === 404) throw new DOMException("gone", "NotFoundError");
  if (!response.ok) throw new Error(String(response.status));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const frame = parseFrame(part);
      if (frame) yield frame;
    }
  }
}

// The server's rendering of a part of the page; null when it is not the reader's any more. Rejects without a network.
async function fetchFragment(url) {
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) return null;
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  return holder.content;
}

// Replace an answer by the server's rendering; streamed text stays until the answer is complete.
async function refresh(turn) {
  const follow = nearEnd();
  const content = await fetchFragment(turn.dataset.fragment);
  if (!content) return turn;
  const fresh = $("article", content);
  const live = $("[data-live]", fresh);
  const old = $("[data-live]", turn);
  if (live && old) live.replaceWith(old);
  const open = $("details.route", turn)?.open;
  if (open && $("details.route", fresh)) $("details.route", fresh).open = true;
  const focused = turn.contains(document.activeElement);
  turn.replaceWith(fresh);
  if (focused) {
    fresh.tabIndex = -1; // keep the keyboard position
    fresh.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent("kingdom:placed"));
  if (follow) toEnd();
  return fresh;
}

function showDelta(turn, delta) {
  const live = $("[data-live]", turn);
  if (!live) return;
  const follow = nearEnd();
  if (!delta.offset) live.textContent = ""; // it starts: for this connection, after a failed attempt or after a tool call
  live.append(delta.text);
  if (follow) toEnd();
}

// The requests and tool calls so far, at most twice a second.
function showSoon(turn) {
  const session = turn.dataset.session;
  if (showing.has(session)) return;
  showing.add(session);
  setTimeout(async () => {
    showing.delete(session);
    const shown = document.getElementById(`turn-${session}`);
    if (shown?.dataset.state !== "running" || shown.contains(document.activeElement)) return;
    const content = await fetchFragment(shown.dataset.fragment).catch(() => null);
    if (!content) return;
    const fresh = $("[data-activity]", content);
    const known = $("[data-activity]", shown);
    if (!fresh || !shown.isConnected) return;
    fresh.open = known?.open ?? false;
    if (known) known.replaceWith(fresh);
    else $(".working", shown)?.before(fresh);
  }, 500);
}

async function takeFrame(turn, frame) {
  if (frame.event === "delta") {
    showDelta(turn, JSON.parse(frame.data));
    return turn;
  }
  if (frame.event === "waiting") {
    const working = $(".working span", turn);
    if (working) working.textContent = fill(gettext("Waiting, %(before)s before you…"), JSON.parse(frame.data));
    return turn;
  }
  if (frame.event === "route") {
    const route = JSON.parse(frame.data);
    announce(route.agent ? fill(gettext("%(agent)s answers."), route) : gettext("No specialist was used."));
    return refresh(turn);
  }
  if (frame.event === "final") {
    const fresh = await refresh(turn);
    const text = $(".answer", fresh)?.textContent.trim() || $(".error, .stopped", fresh)?.textContent.trim() || gettext("No answer.");
    announce(fresh.dataset.state === "cancelled" ? gettext("Stopped.") : fill(gettext("Answer: %(text)s"), { text }));
    return fresh;
  }
  const { kind, payload } = JSON.parse(frame.data);
  if (kind === "waiting") {
    const working = $(".working span", turn);
    if (working) working.textContent = fill(gettext("Waiting, and going on by itself: %(message)s"), payload);
    announce(fill(gettext("Waiting. %(message)s"), payload));
    return turn;
  }
  if (kind === "parts") {
    const fresh = await refresh(turn);
    addParts(fresh, payload.parts);
    return fresh;
  }
  if (kind === "step" || kind.startsWith("effect")) showSoon(turn);
  if (kind === "approval_asked") announce(gettext("Approval needed."));
  return kind === "approval_asked" || kind === "approval_answered" ? refresh(turn) : turn;
}

async function watch(turn) {
  const session = turn.dataset.session;
  if (watching.has(session)) return;
  watching.add(session);
  let lastId = null;
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      for await (const frame of frames(turn.dataset.events, lastId)) {
        pause = 250;
        if (frame.id) lastId = frame.id;
        turn = await takeFrame(turn, frame);
        if (frame.event === "final") {
          watching.delete(session);
          return;
        }
      }
    } catch (error) {
      if (error.name === "NotFoundError") {
        showError(gettext("This answer is no longer available. Reload the page."));
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause)); // reconnect and resume after the last event
  }
}

// Add the answers of a message that consists of several requests, in its order, once.
function addParts(run, parts) {
  let last = run;
  for (const part of parts) {
    const events = run.dataset.events.replace(run.dataset.session, part.session_id);
    const known = document.getElementById(`turn-${part.session_id}`);
    if (part.session_id) last = known || addTurn(last, { session_id: part.session_id, events_url: events });
  }
}

// Add a running answer behind another one, or at the end of an exchange.
function addTurn(place, posted) {
  const known = document.getElementById(`turn-${posted.session_id}`);
  if (known) return known;
  const turn = document.createElement("article");
  turn.className = "turn";
  turn.id = `turn-${posted.session_id}`;
  turn.setAttribute("aria-label", gettext("Answer"));
  Object.assign(turn.dataset, {
    session: posted.session_id,
    state: "running",
    events: posted.events_url,
    cancel: posted.events_url.replace(/events\/$/, "cancel/"),
    fragment: `/turns/${posted.session_id}/`,
  });
  turn.innerHTML = '<div class="answer live" data-live></div><p class="working"><span></span> <button type="button" class="stop" data-stop></button></p>';
  $(".working span", turn).textContent = gettext("Choosing a specialist…");
  $("[data-stop]", turn).textContent = gettext("Stop");
  if (place.matches(".turn")) place.after(turn);
  else place.append(turn);
  toEnd();
  watch(turn);
  return turn;
}

// ---- user actions -------------------------------------------------------------------------------------------------------------------

function addQuestion(content, files) {
  $("[data-welcome]")?.remove();
  const exchange = document.createElement("div");
  exchange.className = "exchange";
  const question = document.createElement("div");
  question.className = "question";
  question.textContent = content;
  if (files.length) {
    const fileLine = document.createElement("p");
    fileLine.className = "with-files";
    fileLine.textContent = fill(gettext("With %(files)s"), { files: files.join(", ") });
    question.append(fileLine);
  }
  exchange.append(question);
  log.append(exchange);
  toEnd();
  return exchange;
}

// The server's rendering of a message, with what can be done with it.
async function showQuestion(exchange, url) {
  const content = await fetchFragment(url).catch(() => null);
  if (content) $(".question", exchange).replaceWith(content);
}

// Show a stored message and its answer. When its first reply was lost, the page may show it already.
function placeMessage(exchange, posted, id) {
  const isShown = log.querySelector(`.exchange[data-message="${posted.message_id}"]`);
  if (isShown) return exchange.remove();
  exchange.dataset.message = posted.message_id;
  addTurn(exchange, posted);
  showQuestion(exchange, `/c/${id}/messages/${posted.message_id}/`);
}

let opening = null; // messages that are typed before the first answer share one conversation

function openConversation() {
  if (composer.dataset.conversation) return Promise.resolve(composer.dataset.conversation);
  opening ??= createConversation().finally(() => { opening = null; });
  return opening;
}

async function createConversation() {
  const { id } = await api("POST", composer.dataset.api, {}, { "Idempotency-Key": composer.elements.key.value });
  composer.dataset.conversation = id;
  composer.elements.conversation.value = id;
  history.replaceState(null, "", `/c/${id}/`);
  $("#side form").action = `/c/${id}/`;
  $("[data-files-page]").href = `/c/${id}/files/`;
  $(".head").hidden = false;
  return id;
}

// The menu of a conversation that has just begun: pin, folder, export and share need its id.
async function showMenu(id) {
  const page = await fetchFragment(`/c/${id}/`).catch(() => null);
  const menu = page && $("[data-more] .sheet", page);
  if (menu && !$("[data-more]").open) $("[data-more] .sheet").replaceWith(menu);
}

async function showTitle(id) {
  const { title } = await api("GET", `${composer.dataset.api}${id}/`);
  $("[data-title]").textContent = title;
  $("#title").value = title;
  document.title = `${title} · Kingdom`;
  const known = $(`#side a[href="/c/${id}/"]`);
  if (known) {
    known.textContent = title;
    return;
  }
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/c/${id}/`;
  link.textContent = title;
  link.setAttribute("aria-current", "page");
  item.append(link);
  $("#side [data-rest] .quiet")?.remove();
  let rest = $("#side [data-rest]");
  if (!rest) {
    rest = document.createElement("ul");
    rest.dataset.rest = "";
    $("#side").append(rest);
  }
  rest.prepend(item);
}

// Messages leave in the order in which they were typed: ``total`` until now, ``count`` are on their way.
const sending = { last: Promise.resolve(), total: 0, count: 0, done: async () => { while (sending.count) await sending.last; } };
let unsent = null; // what could not be sent keeps its key: sent again, it is the same message

function takeKey(content, files) {
  const same = unsent && unsent.content === content && unsent.files.join("\n") === files.join("\n");
  const key = same ? unsent.key : newKey();
  unsent = null;
  return key;
}

async function send(content) {
  showError("");
  const field = composer.elements.content;
  field.value = ""; // at once: a second Enter sends nothing, and what is typed meanwhile stays
  const taken = takeAttached();
  const before = sending.last;
  let done;
  sending.last = new Promise((resolve) => { done = resolve; });
  sending.count += 1;
  sending.total += 1;
  const exchange = addQuestion(content, taken.map((file) => file.name));
  let key;
  let files = [];
  try {
    await before;
    files = await uploadedPaths(taken);
    key = takeKey(content, files);
    const first = log.querySelectorAll(".exchange").length === 1;
    const id = await openConversation();
    const replaces = composer.elements.replaces?.value;
    const body = replaces ? { content, files, replaces } : { content, files };
    const posted = await api("POST", `${composer.dataset.api}${id}/messages/`, body, { "Idempotency-Key": key });
    if (replaces) return location.assign(`/c/${id}/`); // another branch: all after the message is another conversation
    placeMessage(exchange, posted, id);
    if (first) {
      await showTitle(id);
      await showMenu(id);
    }
  } catch (error) {
    exchange.remove();
    restoreAttached(taken);
    if (key) unsent = { content, files, key };
    field.value = field.value ? `${content}\n${field.value}` : content;
    showError(error.message);
  } finally {
    sending.count -= 1;
    done();
    field.focus();
  }
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const content = composer.elements.content.value;
  if (content.trim() || attached.length) send(content);
});

composer.elements.content.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    composer.requestSubmit();
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.override) {
    event.preventDefault();
    const specialist = event.submitter?.value || form.elements.specialist.value;
    try {
      const turn = form.closest(".turn");
      const posted = await api("POST", form.dataset.override, { specialist });
      const fresh = await refresh(turn);
      addTurn("parts" in fresh.dataset ? fresh.closest(".exchange") : fresh, posted); // that of a part stays beside it
    } catch (error) {
      showError(error.message);
    }
  } else if (form.dataset.undo) {
    event.preventDefault();
    try {
      await api("DELETE", form.dataset.undo);
      const turns = [...form.closest(".exchange").querySelectorAll(".turn")];
      for (const turn of turns) await refresh(turn);
      announce(gettext("Taken back."));
    } catch (error) {
      showError(error.message);
    }
  } else if ("rename" in form.dataset) {
    event.preventDefault();
    const id = composer.dataset.conversation;
    try {
      const { title } = await api("PATCH", `${composer.dataset.api}${id}/`, { title: form.elements.title.value });
      $("[data-title]").textContent = title;
      document.title = `${title} · Kingdom`;
      const link = $(`#side a[href="/c/${id}/"]`);
      if (link) link.textContent = title;
      $("[data-more]").open = false;
      announce(gettext("Renamed."));
    } catch (error) {
      showError(error.message);
    }
  }
});

document.addEventListener("click", async (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if ("stop" in target.dataset) {
    event.preventDefault(); // its form is for pages without scripts
    target.disabled = true;
    announce(gettext("Stopping."));
    try {
      await api("POST", target.closest(".turn").dataset.cancel);
    } catch (error) {
      target.disabled = false;
      showError(error.message);
    }
  } else if ("example" in target.dataset) {
    composer.elements.content.value = target.textContent;
    composer.elements.content.focus();
  } else if ("delete" in target.dataset) {
    event.preventDefault();
    if (!confirm(gettext("Delete this conversation with all messages and files? This cannot be undone."))) return;
    composer.dataset.leaving = ""; // the event of the deletion may come before the next page
    try {
      await api("DELETE", `${composer.dataset.api}${composer.dataset.conversation}/`);
      location.assign(composer.dataset.page);
    } catch (error) {
      delete composer.dataset.leaving;
      showError(error.message);
    }
  } else if ("menu" in target.dataset) {
    const open = $("#side").classList.toggle("open");
    target.setAttribute("aria-expanded", String(open));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  $("[data-more]").open = false;
  if ($("#side").classList.contains("open")) $("[data-menu]").click();
});

document.querySelectorAll(".turn[data-state=running], .turn[data-state=awaiting_approval], .turn[data-state=awaiting_parts]").forEach(watch);
toEnd();
