// Creations in the chat: the offer becomes the card, the card updates, the new specialist answers. Needs pages.js, chat.js.
"use strict";

// The offer was accepted: its turn now shows the creation.
document.addEventListener("kingdom:sent", (event) => {
  const turn = event.target.closest(".turn");
  if (turn) refresh(turn);
});

// A card updates: keep a reader at the end of the chat there; scroll to the top of a card that needs an answer.
let followed = false;
let stateBefore = "";
document.addEventListener("kingdom:merging", (event) => {
  followed = nearEnd();
  stateBefore = event.target.dataset.state;
});
document.addEventListener("kingdom:merged", (event) => {
  const { state = "" } = event.target.dataset;
  if (!followed) return;
  if (state !== stateBefore && state.startsWith("awaiting")) event.target.scrollIntoView({ block: "start" });
  else toEnd();
});

// A creation ended: if its specialist answers the original message, append that answer.
document.addEventListener("kingdom:over", async (event) => {
  const exchange = event.target.closest(".exchange");
  announce($("[data-key=head]", event.target)?.textContent.trim().replace(/\s+/g, " ") ?? "");
  if (!exchange || event.target.dataset.state !== "completed") return;
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const known = new Set([...exchange.querySelectorAll(".turn")].map((turn) => turn.dataset.session));
  const updated = $(`.turn[data-session="${$(".turn", exchange).dataset.session}"]`, page)?.closest(".exchange");
  for (const turn of updated?.querySelectorAll(".turn") ?? []) {
    if (known.has(turn.dataset.session)) continue;
    exchange.append(turn);
    if (turn.dataset.state === "running" || turn.dataset.state === "awaiting_approval" || turn.dataset.state === "awaiting_parts") watch(turn);
  }
  toEnd();
});
