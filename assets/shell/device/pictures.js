// Pictures in the worker: made small for keeping, and searched for QR codes.

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

/** The texts of the QR codes in a picture. The system's reader first, ours when it finds none. */
export async function readCodes(bytes, base) {
  const picture = await decode(bytes);
  try {
    const found = await bySystem(picture);
    return found.length ? found : await byZxing(picture, base);
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

async function bySystem(picture) {
  try {
    const formats = (await self.BarcodeDetector?.getSupportedFormats?.()) || [];
    if (!formats.includes("qr_code")) return [];
    const detector = new self.BarcodeDetector({ formats: ["qr_code"] });
    return (await detector.detect(picture)).map((code) => code.rawValue);
  } catch {
    return []; // announced but not working here: the bundled reader answers
  }
}

async function byZxing(picture, base) {
  const zxing = await import(`${base}packs/zxing/reader/index.js`);
  zxing.prepareZXingModule({
    overrides: { locateFile: () => `${base}packs/zxing/zxing_reader.wasm` },
  });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const pixels = pen.getImageData(0, 0, picture.width, picture.height);
  const codes = await zxing.readBarcodes(pixels, { formats: ["QRCode"], tryHarder: true });
  return codes.filter((code) => code.isValid).map((code) => code.text);
}
