// Keeps the whole app on the device. Everything under /app/ comes from the cache; /api/, /s/ and
// /painel/ are left alone. app/packaging puts `const BUILD = {version, files, variants}` in front:
// a file is [path, SHA-256 in hex, bytes, bytes as transferred, pack or ""].
//
// A new version is fetched beside the old one, file by file only where the hash differs, and takes
// over when the app is next opened: a running vistoria is never switched. A version that cannot be
// fetched whole, or whose bytes are not what its list says, is thrown away, and the old one stays.
//
// Answers are kept as they came, not made anew of their bytes: only so does the browser keep its
// compiled form of a script with it, which the next start does not compile again.

const PREFIX = "prancheta-";
const CACHE = PREFIX + BUILD.version;
const BASE = new URL("./", self.location).href;
const HASHES = `${BASE}__hashes__`;
const AT_ONCE = 6;

// The test that Flutter's loader makes to choose its CanvasKit.
const isBlink = typeof Intl.v8BreakIterator !== "undefined" && typeof Intl.Segmenter !== "undefined";
const FILES = [...BUILD.files, ...BUILD.variants[isBlink ? "chromium" : "other"]];
const PATHS = new Set(FILES.map(([path]) => path));

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data?.claim) event.waitUntil(self.clients.claim());
  if (event.data?.packs) event.waitUntil(fetchMissing(() => {}, true).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(BASE)) return;
  event.respondWith(answer(request));
});

async function install() {
  try {
    const first = (await olderCache()) === null;
    await fetchMissing((done, total) => tell({ install: { done, total } }), !first);
  } catch (error) {
    await caches.delete(CACHE);
    await tell({ installFailed: String(error?.message || error) });
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const path = request.mode === "navigate" ? "index.html" : relative(request.url);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(BASE + path, { ignoreVary: true });
  if (kept) return kept;
  try {
    const fresh = await fetch(request);
    // A file of this version that was not here (a pack, or evicted): keep it if it is the right one.
    if (fresh.ok && PATHS.has(path)) {
      const [, hash] = FILES.find(([listed]) => listed === path);
      const copy = fresh.clone();
      const bytes = new Uint8Array(await fresh.clone().arrayBuffer());
      if ((await sha256(bytes)) === hash) await keep(cache, path, hash, copy);
    }
    return fresh;
  } catch {
    return new Response("", { status: 504, statusText: "Sem sinal" });
  }
}

async function fetchMissing(onBytes, withPacks) {
  const cache = await caches.open(CACHE);
  const older = await olderCache();
  const [mine, theirs] = [await hashesOf(cache), older ? await hashesOf(older) : {}];
  const wanted = FILES.filter(([path, hash, , , pack]) => {
    return mine[path] !== hash && (withPacks || !pack);
  });
  const total = wanted.reduce((sum, file) => sum + file[3], 0);
  const progress = { done: 0, total, onBytes };
  const queue = [...wanted].sort((a, b) => b[2] - a[2]);
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await obtain(cache, older, theirs, file, progress);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await writeHashes(cache, Object.fromEntries(wanted.map(([path, hash]) => [path, hash])));
}

async function obtain(cache, older, theirs, [path, hash, size, transferred], progress) {
  const advance = (bytes) => {
    progress.done += (bytes / size) * transferred;
    progress.onBytes(Math.min(progress.done, progress.total), progress.total);
  };
  if (older && theirs[path] === hash) {
    const same = await older.match(BASE + path, { ignoreVary: true });
    if (same) {
      await cache.put(BASE + path, same);
      advance(size);
      return;
    }
  }
  const response = await fetch(BASE + path, { cache: "no-cache", redirect: "error" });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  const copy = response.clone();
  const bytes = await readWhole(response, advance);
  if ((await sha256(bytes)) !== hash) throw new Error(`${path}: not the bytes of this version`);
  await cache.put(BASE + path, copy);
}

async function readWhole(response, advance) {
  const chunks = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    chunks.push(step.value);
    length += step.value.length;
    advance(step.value.length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function keep(cache, path, hash, response) {
  await cache.put(BASE + path, response);
  await writeHashes(cache, { [path]: hash });
}

async function hashesOf(cache) {
  const kept = await cache.match(HASHES);
  return kept ? kept.json() : {};
}

async function writeHashes(cache, more) {
  const hashes = { ...(await hashesOf(cache)), ...more };
  await cache.put(HASHES, new Response(JSON.stringify(hashes)));
}

async function olderCache() {
  const name = (await caches.keys()).find((key) => key.startsWith(PREFIX) && key !== CACHE);
  return name ? caches.open(name) : null;
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function tell(message) {
  const clients = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const client of clients) client.postMessage(message);
}

function relative(url) {
  return url.slice(BASE.length).split(/[?#]/)[0] || "index.html";
}
