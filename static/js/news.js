// What other devices did appears by itself: as long as somebody looks at the page, it asks every few seconds whether it is
// still as it was. What was begun to be typed or tapped is never touched: a line says what happened meanwhile. Without this
// file a page shows it when it is loaded again.

const PAUSE = 5000;
const LONGEST = 60_000;
const PATIENCE = 10_000;
const OUT = 401;
const UNCHANGED = 304;
const FIELDS = "input:not([type=hidden], [type=submit]), textarea, select";
const box = () => document.getElementById("news");
let misses = 0;
let asking = false;
let timer;

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
  const own = { "HX-Request": "true", "HX-Current-URL": location.href, ...headers };
  return fetch(address, { headers: own, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
}

async function ask() {
  const { ask: address, tag } = box().dataset;
  const answer = await fetched(address, { "If-None-Match": `"${tag}"` });
  if (answer.status === UNCHANGED) return;
  if (answer.status === OUT) return out(await answer.text(), answer.headers.get("HX-Redirect"));
  if (!answer.ok) throw new Error(answer.status);
  const found = await answer.json();
  if (box()?.dataset.tag === tag && mayRenew(found)) await renew(found, tag);
}

// Whoever knows of something begun says so; a page that is to wait is asked about the same again.
function mayRenew(found) {
  const news = new CustomEvent("news", { detail: found, cancelable: true });
  if (document.dispatchEvent(news) && !isBegun()) return true;
  if (!found.waits) tell(found);
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
  const page = await fetched(search ? `${search.action}?${new URLSearchParams(new FormData(search))}` : found.go);
  if (page.type === "opaqueredirect") return location.assign(found.go); // what is shown here is somewhere else now
  if (!page.ok) throw new Error(page.status);
  const html = await page.text();
  if (box()?.dataset.tag !== tag || !mayRenew(found)) return; // meanwhile somebody began to type
  const whole = { target: document.body, how: "morph:innerHTML" };
  const { target, how } = part ? { target: document.querySelector(part), how: "morph:outerHTML" } : whole;
  window.htmx.swap(target, html, { swapStyle: how, swapDelay: 0, settleDelay: 0 }, { select: part, contextElement: document.body });
  if (part) Object.assign(box().dataset, { tag: found.tag });
  box().hidden = true;
}

later();
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
