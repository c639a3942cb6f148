// The round's clock: the server says when it ends and what time it has; what is left is reckoned here, so that every screen
// shows the same, however wrong its own clock is. Without this file the page says until when the round lasts.

const REFRESH = 10_000;
let known = null; // {offset, ends, left, last}
let address = "";

const boxes = () => [...document.querySelectorAll("[data-clock]")];

async function ask() {
  const box = boxes()[0];
  if (!box || document.hidden) return;
  address = box.dataset.clock;
  const sent = Date.now();
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) return;
    const { now, ends, left, last } = await answer.json();
    known = { offset: now - (sent + Date.now()) / 2, ends, left, last };
    show();
  } catch {
    // no connection: the clock goes on with what it knows
  }
}

function text(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`; // as on the wall board
}

function show() {
  if (!known) return;
  const left = known.ends ? Math.max(0, Math.ceil((known.ends - Date.now() - known.offset) / 1000)) : known.left;
  for (const box of boxes()) {
    const { over, none, stands } = box.dataset;
    const up = known.ends && left === 0;
    put(box.querySelector(".time"), known.ends || known.left ? (up ? over : text(left)) : none);
    if (!known.ends) put(box.querySelector(".how"), known.left ? stands : "");
    box.querySelector(".last").hidden = !known.last;
    box.classList.toggle("up", Boolean(up));
    box.classList.toggle("soon", Boolean(known.ends && !up && left <= 300));
  }
}

function put(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

setInterval(show, 250);
setInterval(() => document.getElementById("news") || ask(), REFRESH); // a table's page hears of it
document.addEventListener("news", ask);
document.addEventListener("visibilitychange", ask);
document.addEventListener("htmx:afterSettle", show);
ask();
