// Python packages that the first screen does not need: fetched from the device's own cache, and
// unpacked beside the others, either in time (`load`) or at the first import (`loadNow`).

import { unpack } from "../tar.js";
import { onEvent } from "./page.js";

// Long enough after the first picture that the first taps do not wait.
const UNPACK_AFTER_MS = 8000;

export function packs(FS, base, root) {
  const loaded = new Set();

  async function load(name) {
    if (loaded.has(name)) return;
    const answer = await fetch(address(name));
    if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
    place(name, new Uint8Array(await answer.arrayBuffer()));
  }

  // Python's import cannot wait for a promise; a worker may fetch synchronously.
  function loadNow(name) {
    if (loaded.has(name)) return;
    const request = new XMLHttpRequest();
    request.open("GET", address(name), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${name}: HTTP ${request.status}`);
    place(name, new Uint8Array(request.response));
  }

  const address = (name) => `${base}packs/${name}.tar`;
  function place(name, archive) {
    if (loaded.has(name)) return;
    unpack(FS, archive, root);
    loaded.add(name);
  }

  onEvent("painted", () => {
    setTimeout(() => load("pdf").catch(() => {}), UNPACK_AFTER_MS); // else at its first import
  });
  return { load, loadNow };
}
