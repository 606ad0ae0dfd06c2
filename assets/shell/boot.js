// Starts the app: checks the browser, sees that everything is on the device, then boots Python
// (in a worker) and Flutter side by side.

import { connectPython, openWorker } from "./bridge.js";
import { BUILD } from "./build.js";
import { findProblem, loadFailure } from "./checks.js";
import { keepChosenFiles } from "./chosen.js";
import { fetchPacks, readyOffline } from "./install.js";
import * as splash from "./splash.js";

const BASE = "/app/";
// A glyph that no bundled font has makes Flutter ask for fallback fonts under this address, over
// and over: it is given a bundled font instead, and nothing is asked of the network.
const FALLBACK_FONTS = `${BASE}fallback-fonts/`;

start().catch((error) => splash.fail(loadFailure(error?.stack || error)));

async function start() {
  const problem = await findProblem();
  if (problem) {
    splash.fail(problem);
    return;
  }
  await readyOffline(showDownload);
  splash.progress(0.15, "Abrindo… funciona sem sinal");
  keepFallbackFontsAtHome();
  keepChosenFiles();
  const worker = openWorker(BASE, {
    onStep: (fraction) => splash.progress(fraction),
    onFailure: (detail) => splash.fail(loadFailure(detail)),
    onPainted: () => {
      splash.done();
      fetchPacks();
    },
  });
  connectPython(worker);
  await startFlutter();
}

function showDownload(done, total) {
  const megabytes = (bytes) =>
    (bytes / 1e6).toLocaleString("pt-BR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  splash.progress(
    0.9 * (done / total),
    "Baixando pela primeira vez… depois funciona sem sinal",
    `${megabytes(done)} de ${megabytes(total)} MB`,
  );
}

function keepFallbackFontsAtHome() {
  const original = window.fetch.bind(window);
  window.fetch = (resource, options) => {
    const address = typeof resource === "string" ? resource : resource?.url || String(resource);
    if (address.includes(FALLBACK_FONTS)) return original(`${BASE}${BUILD.fallbackFont}`);
    return original(resource, options);
  };
}

async function startFlutter() {
  window.flet = {
    pyodide: true,
    multiView: false,
    noCdn: true,
    webSocketEndpoint: "/ws",
    entrypointBaseUrl: BASE,
    assetBase: BASE,
    routeUrlStrategy: "path",
    webRenderer: "canvaskit",
    appPackageUrl: "",
  };
  await loadScript(`${BASE}flutter.js`);
  _flutter.buildConfig = BUILD.flutter;
  const config = {
    renderer: "canvaskit",
    entrypointBaseUrl: BASE,
    assetBase: BASE,
    canvasKitBaseUrl: `${BASE}canvaskit/`,
    // Draws on the canvas that is seen: without a GPU the copy from another one costs as much as
    // all the rest of a tap's picture.
    canvasKitForceMultiSurfaceRasterizer: true,
    fontFallbackBaseUrl: FALLBACK_FONTS,
  };
  await _flutter.loader.load({
    config,
    onEntrypointLoaded: async (initializer) => {
      const engine = await initializer.initializeEngine(config);
      await engine.runApp();
    },
  });
}

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`could not load ${address}`));
    document.head.append(script);
  });
}
