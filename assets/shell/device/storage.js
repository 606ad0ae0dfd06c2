// The device's files: SQLite's in OPFS (see syncfs.js), photos as OPFS files named by digest,
// damaged databases set aside, and the chain's head in IndexedDB, the second place.

import { named, translated } from "./errors.js";
import { get, put } from "./database.js";
import { askPage } from "./page.js";
import { mountFiles } from "./syncfs.js";

const FOLDER = "prancheta";
const BLOBS = "fotos";
const ASIDE = "quarentena";
const PART = ".parte";

export function storage(FS) {
  let top = null;
  let mounted = null;
  const folder = (name) => top.getDirectoryHandle(name, { create: true });
  // On a full disk nothing can be made, and yet be looked for and taken away.
  const folderThere = (name) => top.getDirectoryHandle(name);

  let opening = null;

  // Asked twice at once, it opens once; after a failure it may be asked again.
  function open(root, names) {
    opening ??= mount(root, names).catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function mount(root, names) {
    if (!self.navigator.storage?.getDirectory || !self.FileSystemSyncAccessHandle) {
      throw named("Unavailable", "this browser has no OPFS sync-access handles");
    }
    try {
      const origin = await self.navigator.storage.getDirectory();
      top = await origin.getDirectoryHandle(FOLDER, { create: true });
    } catch (error) {
      throw named("Unavailable", error);
    }
    mounted = await mountFiles(FS, root, top, [...names]);
  }

  async function quarantine(name, aside) {
    const into = await folder(ASIDE);
    for (const suffix of ["-journal", ""]) {
      if (!mounted.exists(name + suffix)) continue;
      await writeFile(into, aside + suffix, (handle) =>
        mounted.read(name + suffix, (bytes, at) => writeAll(handle, bytes, at)));
    }
    for (const suffix of ["-journal", ""]) {
      if (mounted.exists(name + suffix)) mounted.remove(name + suffix);
    }
  }

  async function listQuarantine() {
    const names = [];
    for await (const name of (await folder(ASIDE)).keys()) {
      if (!name.endsWith("-journal") && !name.endsWith(PART)) names.push(name);
    }
    return names;
  }

  async function readFile(name) {
    if (mounted.exists(name)) {
      const pieces = [];
      mounted.read(name, (bytes) => pieces.push(bytes.slice()));
      return new Uint8Array(await new Blob(pieces).arrayBuffer());
    }
    return readFrom(await folder(ASIDE), name);
  }

  async function writeBlob(digest, data) {
    await writeFile(await folder(BLOBS), digest, (handle) => writeAll(handle, data, 0));
  }

  const readBlob = async (digest) => readFrom(await folderThere(BLOBS), digest);

  async function hasBlob(digest) {
    try {
      await (await folderThere(BLOBS)).getFileHandle(digest);
      return true;
    } catch (error) {
      if (error.name === "NotFoundError") return false;
      throw error;
    }
  }

  async function deleteBlob(digest) {
    try {
      await (await folderThere(BLOBS)).removeEntry(digest);
    } catch (error) {
      if (error.name !== "NotFoundError") throw error;
    }
  }

  async function estimate() {
    const { usage = 0, quota = 0 } = await self.navigator.storage.estimate();
    return [usage, quota];
  }

  return { open, quarantine, listQuarantine, readFile, writeBlob, readBlob, hasBlob, deleteBlob,
    estimate, persist: () => askPage("persist"), readHead: () => get("head", "head"),
    writeHead: (text) => put("head", "head", text) };
}

// Written under another name, flushed, then renamed: a kill leaves the old file or the new one.
async function writeFile(folder, name, write) {
  const part = await folder.getFileHandle(name + PART, { create: true });
  try {
    const handle = await part.createSyncAccessHandle();
    try {
      handle.truncate(0);
      write(handle);
      handle.flush();
    } finally {
      handle.close();
    }
    await part.move(name);
  } catch (error) {
    await folder.removeEntry(name + PART).catch(() => {});
    throw translated(error);
  }
}

function writeAll(handle, bytes, at) {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  if (handle.write(view, { at }) !== view.length) throw named("Full", "short write");
}

async function readFrom(folder, name) {
  try {
    const entry = await folder.getFileHandle(name);
    return new Uint8Array(await (await entry.getFile()).arrayBuffer());
  } catch (error) {
    throw translated(error);
  }
}
