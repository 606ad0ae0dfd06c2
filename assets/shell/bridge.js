// Between Flutter (this page) and Python (the worker): Flet's frames, the worker's calls for what
// only a page can do, and the moment of the first picture.

import { perform, stopScan } from "./services.js";

// Flet's first frame answers the registration, small ones ask the client something; the first of
// this size after it carries what the app shows.
const PICTURE_BYTES = 300;
const LONGEST_WAIT_FOR_PICTURE_MS = 8000;

/** Starts the worker; Python boots at once, while Flutter is still loading. */
export function openWorker(base, { onStep, onFailure, onPainted }) {
  const worker = new Worker(`${base}shell/worker.js`, { type: "module" });
  const link = { worker, onFrame: null, onStarted: null, frames: 0 };
  const picture = once(() => afterPaint(() => {
    onPainted();
    worker.postMessage({ event: "painted" });
  }));
  worker.onerror = (event) => {
    stopScan();
    onFailure(event.message || "the Python worker did not start");
  };
  worker.onmessage = ({ data }) => {
    if (Array.isArray(data)) {
      for (const frame of data) {
        link.onFrame?.(frame);
        link.frames += 1;
        if (link.frames === 1) setTimeout(picture, LONGEST_WAIT_FOR_PICTURE_MS);
        else if (frame.length > PICTURE_BYTES) picture();
      }
    } else if (data.step) {
      onStep(data.step);
    } else if (data.call) {
      answer(worker, data.call);
    } else if (data.started) {
      link.onStarted?.resolve();
    } else if (data.failed) {
      link.onStarted?.reject(new Error(data.failed));
      onFailure(data.failed);
    }
  };
  worker.postMessage({ boot: { base } });
  for (const name of ["online", "offline"]) {
    window.addEventListener(name, () => worker.postMessage({ event: name }));
  }
  return link;
}

/** Gives Flutter the three functions by which Flet's client reaches Python. */
export function connectPython(link) {
  const url = document.URL;
  window.jsConnect = (appId, args, onFrame) =>
    new Promise((resolve, reject) => {
      link.onFrame = onFrame;
      link.onStarted = { resolve, reject };
      link.worker.postMessage({ start: { args, url } });
    });
  window.jsSend = async (appId, frame) => link.worker.postMessage(frame, [frame.buffer]);
  window.jsDisconnect = async () => {
    stopScan();
    link.worker.terminate();
  };
}

function once(work) {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

function afterPaint(then) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then, 30)));
}

async function answer(worker, { id, verb, args }) {
  try {
    const value = await perform(verb, args);
    const moved = value instanceof Uint8Array ? [value.buffer] : [];
    worker.postMessage({ reply: { id, value } }, moved);
  } catch (error) {
    worker.postMessage({ reply: { id, error: error?.name || "Error", detail: String(error) } });
  }
}
