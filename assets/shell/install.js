// Registers the service worker. On a first visit it waits, with a progress bar, until everything
// the app needs is on the device: who sees the app can already work without signal.

const SCOPE = "/app/";

/** Resolves once this page is served from the device. `onBytes(done, total)` counts downloads. */
export async function readyOffline(onBytes) {
  const container = navigator.serviceWorker;
  if (container.controller) {
    register().catch((error) => console.info("no update check:", String(error)));
    return;
  }
  let failure = null;
  container.addEventListener("message", ({ data }) => {
    if (data?.install) onBytes(data.install.done, data.install.total);
    if (data?.installFailed) failure = data.installFailed;
  });
  container.startMessages();
  const controlled = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
  });
  const registration = await register();
  const installing = registration.installing || registration.waiting;
  if (installing) await settled(installing, () => failure);
  // After a forced reload the page is out of the worker's hands until it claims the page.
  registration.active?.postMessage({ claim: true });
  if (!container.controller) await Promise.race([controlled, pause(4000)]);
}

/** Lets the worker fetch the parts that are not needed for the first screen. */
export function fetchPacks() {
  navigator.serviceWorker.controller?.postMessage({ packs: true });
}

function register() {
  const options = { scope: SCOPE, updateViaCache: "none" };
  return navigator.serviceWorker.register(`${SCOPE}sw.js`, options);
}

function settled(worker, failure) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") {
        reject(new Error(failure() || "the service worker could not be installed"));
      }
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
