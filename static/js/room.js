// Waits until the server has moved to its other address, then goes on. Without scripts the page loads itself again.
// It is also on the pages before, so that the browser has it: while the server moves, nobody can be asked for it.
const waiting = document.querySelector("[data-ask]");
const PAUSE = 500;
const PATIENCE = 5000;

async function look() {
  try {
    const answer = await fetch(waiting.dataset.ask, { cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    const asked_in = answer.type === "opaqueredirect"; // it has started, and wants to know who this is
    if (asked_in || (answer.ok && !(await answer.json()).moves)) {
      location.replace(waiting.dataset.then);
      return;
    }
  } catch {
    // nobody is there yet
  }
  setTimeout(look, PAUSE);
}

if (waiting) look();
