// What only a page can do, at the worker's request: keep storage, hand out files and take them in,
// draw SVG, look through the camera, tell the place.

import { readChosen } from "./chosen.js";

const BASE = "/app/";
const EMBEDDABLE = {
  Atkinson: "assets/fonts/Atkinson-{weight}.ttf",
  AtkinsonMono: "assets/fonts/AtkinsonMono-{weight}.ttf",
};

const verbs = {
  chosen: readChosen, dots, persist, raster, save, share,
  locate: async (timeoutMs) => (await import("./place.js")).locate(timeoutMs),
  scan: async (...asked) => (await camera()).scan(BASE, ...asked),
  stopScan,
};

// Fetched (from the device itself) when it is first asked for.
let cameraPart = null;
const camera = () => (cameraPart ??= import("./camera.js"));

/** Takes away what covers the app: who asked for it is gone. */
export async function stopScan() {
  if (cameraPart) (await cameraPart).closeScan();
}

// Flutter takes keys wherever they are pressed; a dialog over it needs its own.
window.addEventListener("keydown", leaveToDialog, true);
window.addEventListener("keyup", leaveToDialog, true);
function leaveToDialog(event) {
  if (document.querySelector("dialog[open]")) event.stopImmediatePropagation();
}

/** Performs `verb`; the value or error goes back to the worker. */
export async function perform(verb, args) {
  if (!Object.hasOwn(verbs, verb)) throw new Error(`no such service: ${verb}`);
  return verbs[verb](...args);
}

async function persist() {
  if (!navigator.storage?.persist) return false;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}

function save(name, bytes, mediaType) {
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function share(name, bytes, mediaType, title) {
  const files = [new File([bytes], name, { type: mediaType })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, title });
    return true;
  } catch (error) {
    if (error.name === "AbortError" || error.name === "NotAllowedError") return false;
    throw error;
  }
}

async function raster(svg, width) {
  const canvas = await drawn(svg, width);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new Uint8Array(await blob.arrayBuffer());
}

// One bit a dot, the leftmost in the highest bit, 1 for black; each row fills whole bytes.
async function dots(svg, width, blackBelow) {
  const canvas = await drawn(svg, width);
  const { height } = canvas;
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const across = Math.ceil(width / 8);
  const rows = new Uint8Array(across * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const level = pixels[at] * 0.299 + pixels[at + 1] * 0.587 + pixels[at + 2] * 0.114;
      if (level < blackBelow) rows[y * across + (x >> 3)] |= 0x80 >> (x & 7);
    }
  }
  return { width, height, rows };
}

async function drawn(svg, width) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withFonts(svg))}`;
  await picture.decode();
  const height = Math.round((width * picture.naturalHeight) / picture.naturalWidth);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  return canvas;
}

// An SVG drawn as a picture sees no font of the page: the ones it names are put inside it.
async function withFonts(svg) {
  const faces = [];
  for (const [family, path] of Object.entries(EMBEDDABLE)) {
    if (!new RegExp(`["'>: ,]${family}["'; ,]`).test(svg)) continue;
    for (const [name, weight] of [["Regular", 400], ["Bold", 700]]) {
      const address = BASE + path.replace("{weight}", name);
      const data = await asDataUrl(await (await fetch(address)).blob());
      faces.push(`@font-face{font-family:"${family}";font-weight:${weight};src:url(${data})}`);
    }
  }
  return faces.length ? svg.replace(/(<svg[^>]*>)/, `$1<style>${faces.join("")}</style>`) : svg;
}

function asDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
