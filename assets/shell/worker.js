// Python's home: boots Pyodide, unpacks the app and runs it. Messages in: {boot}, {start},
// {reply}, {event}, or a Flet frame; out: {step}, {call}, {started}, {failed}, or Flet frames.

import { acceptEvent, acceptReply } from "./device/page.js";
import { shell } from "./device/shell.js";
import { unpack } from "./tar.js";

const HOME = "/home/pyodide";
// Python finds packages in pyodide-lock.json when asked to; it never is.
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14" },
  packages: {},
};
const START = `
import sys
sys.path.insert(0, "${HOME}/__pypackages__")
import runpy
runpy.run_module("main", run_name="__main__")
`;

// While Flutter is still loading, Python gets ready what the first screen will ask for.
const WARM_UP = `
import sync.device.cadastro, sync.device.client, sync.device.store
import app.device
await app.device.current().storage.open()
`;

const flet = { args: null, documentUrl: null };
let booted = null;

self.onmessage = ({ data }) => {
  if (data instanceof Uint8Array) flet.send?.(data);
  else if (data.reply) acceptReply(data.reply);
  else if (data.event) acceptEvent(data.event);
  else if (data.boot) {
    booted = boot(data.boot.base);
    booted.then(
      (python) => python.runPythonAsync(WARM_UP).catch(() => {}), // the app will meet it again
      (error) => self.postMessage({ failed: String(error?.stack || error) }),
    );
  } else if (data.start) connect(data.start);
};

async function boot(base) {
  const archive = download(`${base}app.tar`);
  const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: `${base}pyodide/`,
    lockFileContents: NO_PACKAGES,
    packageBaseUrl: `${base}pyodide/`,
    stdout: (line) => console.log(line),
    stderr: (line) => console.warn(line),
  });
  self.postMessage({ step: 0.5 });
  unpack(python.FS, await archive, HOME);
  python.registerJsModule("flet_js", flet);
  python.registerJsModule("prancheta_shell", shell(python, base, HOME));
  self.postMessage({ step: 0.6 });
  await python.runPythonAsync(START);
  self.postMessage({ step: 0.85 });
  return python;
}

async function connect({ args, url }) {
  flet.args = args;
  flet.documentUrl = url;
  try {
    await booted;
    await flet.start_connection(sendTogether);
    self.postMessage({ started: true });
  } catch (error) {
    self.postMessage({ failed: String(error?.stack || error) });
  }
}

// What Python sends in one go, Flutter gets in one go: it draws once, not once for each part.
let waiting = [];

function sendTogether(frame) {
  waiting.push(frame.toJs());
  if (waiting.length > 1) return;
  queueMicrotask(() => {
    const frames = waiting;
    waiting = [];
    self.postMessage(frames, frames.map((bytes) => bytes.buffer));
  });
}

async function download(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
