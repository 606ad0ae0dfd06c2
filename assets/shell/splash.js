// The screen before Python's first frame: progress while it opens, or what went wrong and what
// to do about it.

const root = document.getElementById("splash");
const part = (id) => document.getElementById(id);
let gone = false;

/** How far the start is: `fraction` from 0 to 1, what is happening, and numbers if there are. */
export function progress(fraction, status, detail = "") {
  if (gone || root.classList.contains("failed")) return;
  const bar = part("splash-bar");
  bar.setAttribute("aria-valuenow", String(Math.round(fraction * 100)));
  bar.firstElementChild.style.transform = `scaleX(${fraction})`;
  if (status) part("splash-status").textContent = status;
  part("splash-detail").textContent = detail;
}

/** Takes the splash away: the app has painted. The mark `opened` tells when. */
export function done() {
  if (gone || root.classList.contains("failed")) return;
  gone = true;
  root.remove();
  performance.mark("opened");
}

/** Says what failed. `problem`: {title, lines, retry, detail}; stays until the page is reloaded. */
export function fail(problem) {
  if (root.classList.contains("failed")) return;
  if (!root.isConnected) document.body.append(root);
  gone = false;
  root.classList.add("failed");
  root.setAttribute("role", "alert");
  const card = document.createElement("div");
  card.className = "splash-card";
  const mark = root.querySelector(".splash-mark");
  if (mark) card.append(mark);
  const title = document.createElement("h1");
  title.textContent = problem.title;
  card.append(title);
  for (const line of problem.lines) {
    const text = document.createElement("p");
    text.textContent = line;
    card.append(text);
  }
  if (problem.retry) {
    const button = document.createElement("button");
    button.textContent = "Tentar de novo";
    button.addEventListener("click", () => location.reload());
    card.append(button);
  }
  if (problem.detail) card.append(technical(problem.detail));
  root.replaceChildren(card);
}

function technical(detail) {
  const box = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Detalhe técnico";
  const text = document.createElement("pre");
  text.textContent = String(detail).slice(0, 4000);
  box.append(summary, text);
  return box;
}
