// QR codes in a picture: the system's reader where it works, else the bundled zxing.

let zxing = null;

/** The texts in an ImageBitmap. Throws NoReader when nothing here can read. */
export async function codesIn(picture, base) {
  const found = await bySystem(picture);
  if (found?.length) return found;
  try {
    return await byZxing(picture, base);
  } catch (error) {
    if (found) return found; // ours did not load, but the system's has looked
    throw Object.assign(new Error(String(error)), { name: "NoReader" });
  }
}

// Null where there is none, or where it is announced and does not work.
async function bySystem(picture) {
  try {
    const formats = (await self.BarcodeDetector?.getSupportedFormats?.()) || [];
    if (!formats.includes("qr_code")) return null;
    const detector = new self.BarcodeDetector({ formats: ["qr_code"] });
    return (await detector.detect(picture)).map((code) => code.rawValue);
  } catch {
    return null;
  }
}

async function byZxing(picture, base) {
  zxing ??= loadZxing(base).catch((error) => {
    zxing = null; // another try may find it: its pack comes after the first screen
    throw error;
  });
  const { readBarcodes } = await zxing;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const pixels = pen.getImageData(0, 0, picture.width, picture.height);
  const codes = await readBarcodes(pixels, { formats: ["QRCode"], tryHarder: true });
  return codes.filter((code) => code.isValid).map((code) => code.text);
}

async function loadZxing(base) {
  const module = await import(`${base}packs/zxing/reader/index.js`);
  module.prepareZXingModule({
    overrides: { locateFile: () => `${base}packs/zxing/zxing_reader.wasm` },
  });
  return module;
}
