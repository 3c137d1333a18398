// The chat page: sends messages, streams answers, stops, overrides, renames, deletes. Without it the forms still work, by reloading.
"use strict";

const { $, api } = kingdom;
const composer = $("[data-composer]");
const log = $("#log");
const announcer = $("[data-announce]");
const faultLine = $("[data-fault]");
const watching = new Set();

function announce(text) { announcer.textContent = text; }

function showFault(text) {
  faultLine.textContent = text;
  faultLine.hidden = !text;
}

function newKey() {
  // randomUUID is only there on https and localhost
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

// Put the server's present view of an answer in place; what has streamed so far stays until the answer is whole.
async function refresh(turn) {
  const follow = nearEnd();
  const response = await fetch(turn.dataset.fragment, { headers: { Accept: "text/html" } });
  if (!response.ok || response.redirected) return turn;
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  const fresh = $("article", holder.content);
  const live = $("[data-live]", fresh);
  const old = $("[data-live]", turn);
  if (live && old) live.replaceWith(old);
  const open = $("details.route", turn)?.open;
  if (open && $("details.route", fresh)) $("details.route", fresh).open = true;
  const focused = turn.contains(document.activeElement);
  turn.replaceWith(fresh);
  if (focused) {
    fresh.tabIndex = -1; // who answered by keyboard goes on from here, not from the top of the page
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
  const from = `${delta.at}/${delta.attempt}`;
  if (live.dataset.from !== from) {
    live.textContent = ""; // the text starts again: an attempt failed, or a tool came between
    live.dataset.from = from;
  }
  live.append(delta.text);
  if (follow) toEnd();
}

async function takeFrame(turn, frame) {
  if (frame.event === "delta") {
    showDelta(turn, JSON.parse(frame.data));
    return turn;
  }
  if (frame.event === "route") {
    const route = JSON.parse(frame.data);
    announce(route.agent ? `${route.agent} answers.` : "The King answers himself.");
    return refresh(turn);
  }
  if (frame.event === "final") {
    const fresh = await refresh(turn);
    const said = $(".answer", fresh)?.textContent.trim() || $(".fault", fresh)?.textContent.trim() || "Nothing was answered.";
    announce(`Answer: ${said}`);
    return fresh;
  }
  const { kind } = JSON.parse(frame.data);
  if (kind === "approval_asked") announce("It asks you something before it goes on.");
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
        showFault("This answer cannot be read any more. Reload the page.");
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause)); // the line broke: go on after the last event that came
  }
}

function addTurn(exchange, posted) {
  const turn = document.createElement("article");
  turn.className = "turn";
  turn.setAttribute("aria-label", "Answer");
  Object.assign(turn.dataset, {
    session: posted.session_id,
    state: "running",
    events: posted.events_url,
    cancel: posted.events_url.replace(/events\/$/, "cancel/"),
    fragment: `/turns/${posted.session_id}/`,
  });
  turn.innerHTML = '<div class="answer live" data-live></div><p class="working"><span>Looking for who can answer…</span> <button type="button" class="stop" data-stop>Stop</button></p>';
  exchange.append(turn);
  toEnd();
  watch(turn);
}

// ---- what the user does -------------------------------------------------------------------------------------------------------------

function addQuestion(content, files) {
  $("[data-hello]")?.remove();
  const exchange = document.createElement("div");
  exchange.className = "exchange";
  const question = document.createElement("div");
  question.className = "question";
  question.textContent = content;
  if (files.length) {
    const named = document.createElement("p");
    named.className = "with-files";
    named.textContent = `With ${files.join(", ")}`;
    question.append(named);
  }
  exchange.append(question);
  log.append(exchange);
  toEnd();
  return exchange;
}

async function openConversation() {
  if (composer.dataset.conversation) return composer.dataset.conversation;
  const made = await api("POST", composer.dataset.api, {});
  composer.dataset.conversation = made.id;
  composer.elements.conversation.value = made.id;
  history.replaceState(null, "", `/c/${made.id}/`);
  $("#side form").action = `/c/${made.id}/`;
  $(".head").hidden = false;
  return made.id;
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
  $("#side ul .quiet")?.remove();
  $("#side ul").prepend(item);
}

async function send(content) {
  showFault("");
  const button = $("button[type=submit]", composer);
  button.disabled = true;
  const files = takeAttached();
  const exchange = addQuestion(content, files);
  try {
    const first = log.querySelectorAll(".exchange").length === 1;
    const id = await openConversation();
    const posted = await api("POST", `${composer.dataset.api}${id}/messages/`, { content, files }, { "Idempotency-Key": newKey() });
    composer.elements.content.value = "";
    addTurn(exchange, posted);
    if (first) await showTitle(id);
  } catch (error) {
    exchange.remove();
    giveBack(files);
    showFault(error.message);
  } finally {
    button.disabled = false;
    composer.elements.content.focus();
  }
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const content = composer.elements.content.value;
  if (content.trim()) send(content);
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
      const exchange = turn.closest(".exchange");
      await refresh(turn);
      addTurn(exchange, posted);
    } catch (error) {
      showFault(error.message);
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
      announce("Renamed.");
    } catch (error) {
      showFault(error.message);
    }
  }
});

document.addEventListener("click", async (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if ("stop" in target.dataset) {
    target.disabled = true;
    announce("Stopping.");
    try {
      await api("POST", target.closest(".turn").dataset.cancel);
    } catch (error) {
      target.disabled = false;
      showFault(error.message);
    }
  } else if ("example" in target.dataset) {
    composer.elements.content.value = target.textContent;
    composer.elements.content.focus();
  } else if ("delete" in target.dataset) {
    if (!confirm("Delete this conversation with everything in it? This cannot be undone.")) return;
    try {
      await api("DELETE", `${composer.dataset.api}${composer.dataset.conversation}/`);
      location.assign(composer.dataset.page);
    } catch (error) {
      showFault(error.message);
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

document.querySelectorAll(".turn[data-state=running], .turn[data-state=awaiting_approval]").forEach(watch);
toEnd();
