// The worker's side of what only the page can do: ask, and wait for the answer.

const waiting = new Map();
const listeners = new Map();
let last = 0;

/** Asks the page to perform `verb`; rejects with an Error whose name is the page's error name. */
export function askPage(verb, ...args) {
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    self.postMessage({ call: { id, verb, args } });
  });
}

export function acceptReply({ id, value, error, detail }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) resolve(value);
  else reject(Object.assign(new Error(detail), { name: error }));
}

/** Calls `listener()` whenever the page passes on the event `name` ("online", "offline"). */
export function onEvent(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}

export function acceptEvent(name) {
  for (const listener of listeners.get(name) || []) listener();
}
