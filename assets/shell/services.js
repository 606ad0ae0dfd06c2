// What only a page can do, at the worker's request: keep storage, hand out files and take them in,
// draw SVG.

import { readChosen } from "./chosen.js";

const BASE = "/app/";
const EMBEDDABLE = {
  Atkinson: "assets/fonts/Atkinson-{weight}.ttf",
  AtkinsonMono: "assets/fonts/AtkinsonMono-{weight}.ttf",
};

const verbs = { chosen: readChosen, persist, raster, save, share };

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
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new Uint8Array(await blob.arrayBuffer());
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
