// What Python reaches as `import prancheta_shell`.

import { translating } from "./errors.js";
import { keys } from "./keys.js";
import { online, send } from "./network.js";
import { askPage } from "./page.js";
import { packs } from "./packs.js";
import { draw, readCodes, shrink } from "./pictures.js";
import { storage } from "./storage.js";

/** The module object registered with Python; `home` is where the app was unpacked. */
export function shell(python, base, home) {
  return {
    origin: self.location.origin,
    storage: translating(storage(python.FS)),
    keys: translating(keys(base)),
    packs: packs(python.FS, base, home),
    pictures: translating({
      chosen: (at, most) => askPage("chosen", at, most),
      shrink,
      draw,
      readCodes: (bytes) => readCodes(bytes, base),
    }),
    network: { online, send },
    scan: translating({
      live: (title, wanted, look, scale) => askPage("scan", title, wanted, look, scale),
      stop: () => askPage("stopScan"),
    }),
    place: translating({ locate: (timeoutMs) => askPage("locate", timeoutMs) }),
    share: {
      save: (name, bytes, mediaType) => askPage("save", name, bytes, mediaType),
      share: (name, bytes, mediaType, title) => askPage("share", name, bytes, mediaType, title),
    },
    raster: {
      png: (svg, width) => askPage("raster", svg, width),
      dots: (svg, width, blackBelow) => askPage("dots", svg, width, blackBelow),
    },
  };
}
