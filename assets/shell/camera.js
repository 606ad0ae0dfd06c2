// Reads a QR with the camera: an overlay over all that Flutter draws. It is a modal <dialog>, so
// the rest of the page is out of reach meanwhile, and Escape and Android's back close it. It also
// goes when the page is hidden, when somebody goes back, and after a while without a code.

import { openReader } from "./codereader.js";

const LONGEST_MS = 120_000;
const BETWEEN_FRAMES_MS = 80;
// Another code than the wanted one is only taken when it has been alone for so long.
const ALONE_MS = 1500;
const CAMERA = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};
const WORDS = {
  opening: "Abrindo a câmera… Se o navegador perguntar, toque em Permitir.",
  aim: "Ponha o QR inteiro no quadro e chegue perto até ficar nítido.",
  other: "Há outro código aqui. Aponte só para o do selo.",
  reading: "Procurando o QR na foto…",
  none: "Não há QR que se leia nesta foto. Tire outra, de perto e sem reflexo.",
  notAnImage: "O arquivo não é uma foto que se consiga abrir. Escolha outra.",
};
const LOOKS = ["claro", "escuro"];

let shown = null;

/**
 * Opens the overlay, in place of one that may be open. Resolves to {texts, by} ("camera" or
 * "foto"), or to null when the person gave up or nothing was found in time. A text that contains
 * `wanted` ends it at once. Throws CameraDenied, CameraMissing, CameraBusy, NoReader.
 */
export async function scan(base, title, wanted, look, scale) {
  closeScan();
  const overlay = new Overlay(base, title, wanted);
  shown = overlay;
  try {
    await styled(base);
    if (overlay.ended) return null;
    overlay.dress(LOOKS.includes(look) ? look : "", scale);
    return await overlay.run();
  } finally {
    overlay.end(null);
    if (shown === overlay) shown = null;
  }
}

/** Takes the overlay away, if there is one: whoever asked for it is gone. */
export function closeScan() {
  shown?.end(null);
}

class Overlay {
  constructor(base, title, wanted) {
    this.base = base;
    this.wanted = wanted;
    this.stream = null;
    this.starting = false;
    this.choosing = false;
    this.ended = false;
    this.aloneSince = 0;
    this.stops = [];
    this.reader = openReader(base);
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.result.catch(() => {}); // it may fail before anybody waits for it
    this.build(title);
  }

  build(title) {
    this.dialog = element("dialog", { className: "scan" });
    this.dialog.setAttribute("aria-labelledby", "scan-title");
    this.dialog.setAttribute("aria-describedby", "scan-status");
    const heading = element("h1", { id: "scan-title", textContent: title });
    this.status = element("p", { id: "scan-status", textContent: WORDS.opening });
    this.status.setAttribute("role", "status");
    this.video = element("video", { muted: true, playsInline: true, autoplay: true });
    const view = element("div", { className: "scan-view" }, this.video,
      element("div", { className: "scan-frame" }));
    view.setAttribute("aria-hidden", "true");
    this.torch = element("button", { type: "button", textContent: "Lanterna", hidden: true });
    this.cancel = element("button", { type: "button", textContent: "Cancelar", autofocus: true });
    // Its own label and not a click from here: a file chooser opens only within a person's tap.
    this.file = element("input", { type: "file", accept: "image/*", className: "scan-file" });
    this.file.setAttribute("aria-label", "Usar foto");
    const photo = element("label", { className: "scan-photo" },
      element("span", { textContent: "Usar foto" }), this.file);
    this.dialog.append(
      element("header", {}, heading, this.status), view,
      element("footer", {}, this.torch, photo, this.cancel));
  }

  dress(look, scale) {
    if (look) this.dialog.dataset.look = look;
    this.dialog.style.setProperty("--scale", String(scale || 1));
  }

  run() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.on(this.dialog, "cancel", ({ target }) => { if (target === this.dialog) this.end(null); });
    this.on(this.dialog, "close", () => this.end(null));
    this.on(this.cancel, "click", () => this.end(null));
    this.on(this.torch, "click", () => this.turnTorch());
    this.on(this.file, "click", () => { this.choosing = true; this.allowMoreTime(); });
    this.on(this.file, "change", () => this.readPhoto());
    this.on(window, "focus", () => { this.choosing = false; });
    this.on(window, "popstate", () => this.end(null));
    this.on(window, "pagehide", () => this.end(null));
    this.on(document, "visibilitychange", () => this.seenOrNot());
    this.allowMoreTime();
    this.startCamera();
    this.watch();
    return this.result;
  }

  on(target, name, run) {
    target.addEventListener(name, run);
    this.stops.push(() => target.removeEventListener(name, run));
  }

  allowMoreTime() {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.end(null), LONGEST_MS);
  }

  async startCamera() {
    if (this.stream || this.starting || this.ended) return;
    this.starting = true;
    try {
      const stream = await openCamera();
      if (this.ended || document.hidden) {
        stopAll(stream);
        return;
      }
      this.stream = stream;
      const [track] = stream.getVideoTracks();
      track.addEventListener("ended", () => {
        if (this.stream === stream) this.fail("CameraMissing");
      });
      this.torch.hidden = !track.getCapabilities?.().torch;
      this.torch.setAttribute("aria-pressed", "false");
      this.video.srcObject = stream;
      await this.video.play().catch(() => {}); // the frames tell whether it runs
      this.say(WORDS.aim);
    } catch (error) {
      this.fail(error.name);
    } finally {
      this.starting = false;
    }
  }

  stopCamera() {
    stopAll(this.stream);
    this.stream = null;
    this.video.srcObject = null;
  }

  // A phone's own camera, opened to take the photo, hides the page too: then it waits.
  seenOrNot() {
    if (document.hidden && this.choosing) this.stopCamera();
    else if (document.hidden) this.end(null);
    else this.startCamera();
  }

  async turnTorch() {
    const on = this.torch.getAttribute("aria-pressed") !== "true";
    const [track] = this.stream?.getVideoTracks() || [];
    try {
      await track.applyConstraints({ advanced: [{ torch: on }] });
      this.torch.setAttribute("aria-pressed", String(on));
    } catch {
      this.torch.hidden = true;
    }
  }

  async watch() {
    while (!this.ended) {
      if (this.stream && this.video.readyState >= 2 && this.video.videoWidth > 0) {
        try {
          this.heard(await this.reader.read({ picture: await createImageBitmap(this.video) }));
        } catch (error) {
          if (error.name === "NoReader") this.fail("NoReader");
        }
      }
      await pause(BETWEEN_FRAMES_MS);
    }
  }

  heard(texts) {
    if (this.ended || this.choosing || texts.length === 0) return;
    if (texts.some((text) => text.includes(this.wanted))) {
      this.found(texts, "camera");
      return;
    }
    this.aloneSince ||= performance.now();
    this.say(WORDS.other);
    if (performance.now() - this.aloneSince > ALONE_MS) this.found(texts, "camera");
  }

  async readPhoto() {
    const [file] = this.file.files;
    this.choosing = false;
    this.allowMoreTime();
    if (!file) return;
    this.say(WORDS.reading);
    try {
      const texts = await this.reader.read({ file });
      if (texts.length) this.found(texts, "foto");
      else this.say(WORDS.none);
    } catch (error) {
      if (error.name === "NoReader") this.fail("NoReader");
      else this.say(WORDS.notAnImage);
    }
    this.file.value = "";
  }

  found(texts, by) {
    navigator.vibrate?.(60);
    this.end({ texts, by });
  }

  say(words) {
    if (!this.ended && this.status.textContent !== words) this.status.textContent = words;
  }

  fail(name) {
    this.reject(Object.assign(new Error(name), { name }));
    this.end(null);
  }

  end(result) {
    if (this.ended) return;
    this.ended = true;
    // First what could keep the person out of the app: nothing after it may leave it standing.
    if (this.dialog.open) this.dialog.close();
    this.dialog.remove();
    clearTimeout(this.late);
    for (const stop of this.stops) stop();
    this.resolve(result);
    this.stopCamera();
    this.reader.close();
  }
}

async function openCamera() {
  if (!navigator.mediaDevices?.getUserMedia) throw named("CameraMissing");
  try {
    return await navigator.mediaDevices.getUserMedia(CAMERA);
  } catch (error) {
    if (["NotAllowedError", "SecurityError"].includes(error.name)) throw named("CameraDenied");
    throw named(error.name === "NotReadableError" ? "CameraBusy" : "CameraMissing");
  }
}

function named(name) {
  return Object.assign(new Error(name), { name });
}

function stopAll(stream) {
  for (const track of stream?.getTracks() || []) track.stop();
}

function element(kind, properties, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

let sheet = null;

// Its style comes with the first use; without it (which cannot be, offline included) it is plain.
function styled(base) {
  sheet ??= new Promise((resolve) => {
    const link = element("link", { rel: "stylesheet", href: `${base}shell/camera.css` });
    link.onload = resolve;
    link.onerror = resolve;
    document.head.append(link);
  });
  return sheet;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
