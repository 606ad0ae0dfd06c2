// Pictures in the worker: made small for keeping, and searched for QR codes.

import { codesIn } from "./codes.js";
import { named } from "./errors.js";

/** A JPEG of at most `maxPx` on its longer side, upright. Throws NotAnImage, TooLarge. */
export async function shrink(bytes, maxPx, quality, maxPixels) {
  const picture = await decode(bytes);
  try {
    if (picture.width * picture.height > maxPixels) throw named("TooLarge");
    const scale = Math.min(1, maxPx / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: quality / 100 });
    return { width, height, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } finally {
    picture.close();
  }
}

/** A JPEG copy with `below` px of white under it and the shapes (JSON) painted over both. */
export async function draw(bytes, shapes, below, quality, maxPixels) {
  const picture = await decode(bytes);
  try {
    const { width } = picture;
    const height = picture.height + below;
    if (width * height > maxPixels) throw named("TooLarge");
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(picture, 0, 0);
    pen.lineCap = "round";
    pen.lineJoin = "round";
    for (const shape of JSON.parse(shapes)) paint(pen, shape);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: quality / 100 });
    return { width, height, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } finally {
    picture.close();
  }
}

function paint(pen, { path, fill, stroke, width }) {
  const outline = new Path2D(path);
  if (fill !== "none") {
    pen.fillStyle = fill;
    pen.fill(outline);
  }
  if (stroke) {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.stroke(outline);
  }
}

/** The texts of the QR codes in a picture. */
export async function readCodes(bytes, base) {
  const picture = await decode(bytes);
  try {
    return await codesIn(picture, base);
  } finally {
    picture.close();
  }
}

async function decode(bytes) {
  if (bytes.length === 0) throw named("NotAnImage", "0 bytes");
  try {
    return await createImageBitmap(new Blob([bytes]), { imageOrientation: "from-image" });
  } catch (error) {
    throw named("NotAnImage", error);
  }
}
