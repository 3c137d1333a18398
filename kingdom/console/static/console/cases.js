// Cases of the Council in the chat: the offer becomes the card, the card moves on, the new specialist answers. Needs pages.js and chat.js.
"use strict";

// The Council's offer was taken: its turn shows the case from now on.
document.addEventListener("kingdom:sent", (event) => {
  const turn = event.target.closest(".turn");
  if (turn) refresh(turn);
});

// A case moves on: who was at the end of the talk stays there, and sees a card that asks for their word from its top.
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

// A case is over: if its specialist is there now, it answers the message that began it, and that answer belongs below.
document.addEventListener("kingdom:over", async (event) => {
  const exchange = event.target.closest(".exchange");
  announce($("[data-key=head]", event.target)?.textContent.trim().replace(/\s+/g, " ") ?? "");
  if (!exchange || event.target.dataset.state !== "completed") return;
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const known = new Set([...exchange.querySelectorAll(".turn")].map((turn) => turn.dataset.session));
  const mine = $(`.turn[data-session="${$(".turn", exchange).dataset.session}"]`, page)?.closest(".exchange");
  for (const turn of mine?.querySelectorAll(".turn") ?? []) {
    if (known.has(turn.dataset.session)) continue;
    exchange.append(turn);
    if (turn.dataset.state === "running" || turn.dataset.state === "awaiting_approval") watch(turn);
  }
  toEnd();
});
