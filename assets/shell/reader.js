// Looks for QR codes away from the page's own thread, so that what the camera shows does not stop.
// In: {id, base, picture} (an ImageBitmap) or {id, base, file} (a Blob); out: {id, texts} or
// {id, error}, the error's name.

import { codesIn } from "./device/codes.js";

self.onmessage = async ({ data: { id, base, picture, file } }) => {
  try {
    const shown = picture || (await opened(file));
    try {
      self.postMessage({ id, texts: await codesIn(shown, base) });
    } finally {
      shown.close();
    }
  } catch (error) {
    self.postMessage({ id, error: error?.name || "Error" });
  }
};

async function opened(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw Object.assign(new Error("not an image"), { name: "NotAnImage" });
  }
}
