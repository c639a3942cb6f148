// The wall board turns its own pages, counts down, and asks whether anything changed. Phones ask less often, hidden pages not at all.
const body = document.body;
const board = document.getElementById("board");
const lost = document.getElementById("lost");
const wide = matchMedia("(min-width: 1000px) and (min-height: 560px)");
const skew = Number(body.dataset.now) - Date.now(); // what this device's clock is wrong by
const READING = 9000;
const WALL = 1000;
const PHONE = 5000;
const PATIENCE = 10000;
const FADE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 500;
let tag = body.dataset.tag;
let at = 0;
let misses = 0;
let stands = false;

// how many pages a list has, and how far each is from the next
function measured(list) {
  const gap = parseFloat(getComputedStyle(list).columnGap || "0");
  const step = list.clientWidth + gap;
  return { step, count: Math.max(1, Math.ceil((list.scrollWidth + gap) / step - 0.1)) }; // a third column is half a page more
}

// a list is set closer where that saves a page: nobody waits for a page of two names
function closest(list) {
  list.classList.remove("closer");
  const usual = measured(list);
  if (usual.count === 1) return usual;
  list.classList.add("closer");
  const close = measured(list);
  if (close.count < usual.count) return close;
  list.classList.remove("closer");
  return usual;
}

// every page of every list: which slide, and how far it is pushed aside
function leaves() {
  const found = [];
  const slides = board.querySelectorAll(".slide");
  for (const slide of slides) slide.classList.remove("shown");
  for (const slide of slides) {
    const list = slide.querySelector(".leaf");
    slide.classList.add("shown");
    const { step, count } = list ? closest(list) : { step: 0, count: 1 };
    slide.classList.remove("shown");
    for (let page = 0; page < count; page += 1) found.push({ slide, list, left: page * step, page, count });
  }
  return found;
}

function show() {
  body.classList.toggle("paged", wide.matches);
  if (!wide.matches) return;
  const all = leaves();
  at %= Math.max(1, all.length);
  const now = all[at];
  if (!now) return;
  now.slide.classList.add("shown");
  if (now.list) now.list.scrollLeft = now.left;
  const where = board.querySelector(".at");
  if (where) where.textContent = now.count > 1 ? `${now.page + 1} / ${now.count}` : "";
}

function turn() {
  if (!wide.matches || stands || document.hidden) return;
  board.classList.add("turning");
  setTimeout(() => {
    at += 1;
    show();
    board.classList.remove("turning");
  }, FADE);
}

function tick() {
  const time = board.querySelector("[data-ends]");
  const ends = Number(time?.dataset.ends);
  if (!ends) return;
  const left = Math.max(0, Math.ceil((ends - Date.now() - skew) / 1000));
  const shown = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : time.dataset.over;
  if (time.textContent !== shown) time.textContent = shown;
}

function missed(yes) {
  misses = yes ? misses + 1 : 0;
  lost.hidden = misses < 3;
}

async function look() {
  try {
    if (!document.hidden) {
      const answer = await fetch(wide.matches ? body.dataset.ask : body.dataset.askCalmly, { headers: { "If-None-Match": `"${tag}"` }, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 200) {
        board.innerHTML = await answer.text();
        tag = (answer.headers.get("ETag") ?? "").replaceAll('"', "");
        show();
        tick();
      }
      missed(answer.status !== 200 && answer.status !== 304);
    }
  } catch {
    missed(true);
  }
  const pause = wide.matches ? WALL : PHONE;
  setTimeout(look, pause * (0.8 + 0.4 * Math.random())); // so that a hall of phones does not ask in step
}

// no button stands on the board; whoever needs longer holds it with the space bar
addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  stands = !stands;
});
addEventListener("resize", show);
document.fonts?.ready.then(show);
show();
tick();
setInterval(tick, 250);
setInterval(turn, READING);
setTimeout(look, WALL);
