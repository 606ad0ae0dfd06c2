// The page's side of reader.js: one picture asked for at a time.

/** `read({picture})` or `read({file})` gives the texts in it; `close()` ends the worker. */
export function openReader(base) {
  const worker = new Worker(`${base}shell/reader.js`, { type: "module" });
  const waiting = new Map();
  let last = 0;
  worker.onmessage = ({ data: { id, texts, error } }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(texts);
    else asked?.reject(Object.assign(new Error(error), { name: error }));
  };
  worker.onerror = () => {
    for (const { reject } of waiting.values()) {
      reject(Object.assign(new Error("no reader"), { name: "NoReader" }));
    }
    waiting.clear();
  };
  return {
    read(what) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, base, ...what }, what.picture ? [what.picture] : []);
      });
    },
    close: () => worker.terminate(),
  };
}
