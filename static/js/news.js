// What other devices did appears by itself: as long as somebody looks at the page, it asks every few seconds whether it is
// still as it was. What was begun to be typed or tapped is never touched: a line says what happened meanwhile. Without this
// file a page shows it when it is loaded again.

const PAUSE = 5000;
const LONGEST = 20_000;
const CALM = 400; // so long after a touch, and after something moved under the finger, nothing is what it was aimed at
const HELD = 5000; // nobody presses longer; a mouse may be let go outside the window
const PATIENCE = 10_000;
const OUT = 401;
const UNCHANGED = 304;
const FIELDS = "input:not([type=hidden], [type=submit]), textarea, select";
const box = () => document.getElementById("news");
let misses = 0;
let asking = false;
let timer;
let touched = 0; // until when a finger or the mouse is taken to be down
let renewed = -CALM; // a page that has just come was not renewed
let sent = 0; // what was sent from here, and what was answered: a page made before is older than what stands here
let own = false; // something was saved from here since the page was asked about

function later() {
  clearTimeout(timer);
  timer = setTimeout(look, Math.min(LONGEST, PAUSE * 2 ** misses) * (0.8 + 0.4 * Math.random())); // not all in step
}

async function look() {
  clearTimeout(timer);
  if (asking || document.hidden || !box()) return later();
  asking = true;
  try {
    await ask();
    misses = 0;
  } catch {
    misses += 1; // no connection, or a page that is on its way: asked again later, without a word
  }
  asking = false;
  if (!box()?.dataset.over) later();
}

function fetched(address, headers = {}) {
  const asHtmx = { "HX-Request": "true", "HX-Current-URL": location.href, ...headers };
  return fetch(address, { headers: asHtmx, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
}

async function ask() {
  const { ask: address, tag } = box().dataset;
  const answer = await fetched(address, { "If-None-Match": `"${tag}"` });
  if (answer.status === UNCHANGED) {
    own = false; // what is told next was done elsewhere
    return;
  }
  if (answer.status === OUT) return out(await answer.text(), answer.headers.get("HX-Redirect"));
  if (!answer.ok) throw new Error(answer.status);
  const found = await answer.json();
  if (box()?.dataset.tag === tag && mayRenew(found)) await renew(found, tag);
}

// Whoever knows of something begun says so; a page that is to wait is asked about the same again.
function mayRenew(found) {
  const news = new CustomEvent("news", { detail: found, cancelable: true });
  if (document.dispatchEvent(news) && !isBegun()) return true;
  if (found.waits) return false;
  if (own && !found.over && found.seen === undefined) box().dataset.tag = found.tag; // of what one did oneself nobody needs to be told
  else tell(found);
  own = false;
  return false;
}

function isBegun() {
  const part = document.querySelector(box().dataset.part || "#main");
  return [...part.querySelectorAll(FIELDS)].some((field) => !field.closest("form[data-own], form[role=search]") && isChanged(field));
}

function isChanged(field) {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.selectedIndex !== Math.max(0, options.findIndex((one) => one.defaultSelected));
}

function tell(found) {
  const { dataset } = box();
  dataset.tag = found.tag;
  if (found.over) return say(found.over, "takeWords", found.go);
  if (String(found.seen) === dataset.seen) return;
  say(found.line, "takeWords", found.go);
}

function say(line, words, address) {
  const shown = box();
  const link = shown.querySelector("a");
  shown.querySelector("span").textContent = line;
  link.textContent = address ? link.dataset[words] : "";
  if (address) link.href = address;
  shown.hidden = false;
}

function out(why, address) {
  box().dataset.over = "true";
  say(why || box().dataset.out, "outWords", address);
}

async function renew(found, tag) {
  const { part } = box().dataset;
  const search = part && document.querySelector(`${part} form[role=search]`);
  const sought = () => (search ? `${search.action}?${new URLSearchParams(new FormData(search))}` : found.go);
  const [address, before] = [sought(), sent];
  const page = await fetched(address);
  if (page.type === "opaqueredirect") return location.assign(found.go); // what is shown here is somewhere else now
  if (!page.ok) throw new Error(page.status);
  const html = await page.text();
  while (performance.now() - touched < CALM) await new Promise((go) => setTimeout(go, CALM)); // nothing moves under a finger
  if (box()?.dataset.tag !== tag || !mayRenew(found) || sought() !== address || sent !== before) return; // meanwhile somebody went on here
  window.Idiomorph.defaults.ignoreActiveValue = document.activeElement?.matches(FIELDS) ?? false;
  own = false;
  renewed = performance.now();
  const whole = { target: document.body, how: "morph:innerHTML" };
  const { target, how } = part ? { target: document.querySelector(part), how: "morph:outerHTML" } : whole;
  window.htmx.swap(target, html, { swapStyle: how, swapDelay: 0, settleDelay: 0 }, { select: part, contextElement: document.body });
  if (part) Object.assign(box().dataset, { tag: found.tag });
  box().hidden = true;
}

// A tap that was aimed at what stood here a moment ago takes nothing back.
document.addEventListener(
  "click",
  (event) => {
    const aimed = event.detail && performance.now() - renewed < CALM;
    if (!aimed || !event.target.closest?.("form:not(#eintrag):has([name=target], [name=seen]) button")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("pointerdown", () => { touched = performance.now() + HELD; }, true);
for (const end of ["pointerup", "pointercancel", "dragend"]) {
  window.addEventListener(end, () => { touched = performance.now(); }, true);
}
document.addEventListener("htmx:beforeRequest", () => { sent += 1; });
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  sent += 1;
  if (!detail.successful) return;
  misses = 0; // the server is there again
  own ||= detail.requestConfig.verb !== "get";
});

later();
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
