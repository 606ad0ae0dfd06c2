// An Emscripten file system over OPFS sync-access handles: what SQLite writes is on the disk when
// COMMIT returns. For dedicated workers; the names are fixed, since handles open asynchronously.
//
// Emscripten's fdatasync does nothing, so SQLite's syncs never get here. Order is kept instead:
// before a file is written or cut, every other file with unflushed writes is flushed. With
// journal_mode=TRUNCATE that puts the journal on disk before a page of the database changes, and
// the database on disk before the journal is cut; the cut itself is flushed, and it is the commit.

import { translated } from "./errors.js";

const ERRNO = { ENOENT: 44, EPERM: 63, EINVAL: 28, EIO: 29, ENOSPC: 51 };
const FOLDER_MODE = 0o40777;
const FILE_MODE = 0o100666;
// A page that was just closed or reloaded lets go of its files a moment later.
const OPEN_TRIES = 12;
const OPEN_PAUSE_MS = 150;

/** Opens `names` in the OPFS folder `folder` and mounts them at `root`. Throws Busy. */
export async function mountFiles(FS, root, folder, names) {
  const files = new Map();
  try {
    for (const name of names) files.set(name, await openFile(folder, name));
  } catch (error) {
    for (const file of files.values()) file.handle.close();
    throw translated(error);
  }
  FS.mkdirTree(root);
  FS.mount(fileSystem(FS, files), {}, root);
  return {
    /** The whole of an open file, read piece by piece through `sink(bytes, at)`. */
    read: (name, sink) => readPieces(files.get(name), sink),
    exists: (name) => files.get(name)?.exists ?? false,
    /** Empties a file, durably: afterwards it does not exist. */
    remove(name) {
      const file = files.get(name);
      file.handle.truncate(0);
      file.handle.flush();
      file.exists = false;
    },
    close() {
      for (const file of files.values()) file.handle.close();
    },
  };
}

async function openFile(folder, name) {
  const entry = await folder.getFileHandle(name, { create: true });
  for (let tries = 1; ; tries += 1) {
    try {
      const handle = await entry.createSyncAccessHandle();
      // An empty file stands for one that does not exist, as a cut journal does.
      return { handle, exists: handle.getSize() > 0, changed: Date.now(), unflushed: false };
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === OPEN_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE_MS));
    }
  }
}

function readPieces(file, sink) {
  const piece = new Uint8Array(1 << 20);
  for (let at = 0; ; ) {
    const count = file.handle.read(piece, { at });
    if (count === 0) return at;
    sink(piece.subarray(0, count), at);
    at += count;
  }
}

function fileSystem(FS, files) {
  const fail = (code) => new FS.ErrnoError(ERRNO[code]);
  const guarded = (work) => {
    try {
      return work();
    } catch (error) {
      if (error instanceof FS.ErrnoError) throw error;
      console.error("storage:", error);
      throw fail(error.name === "QuotaExceededError" ? "ENOSPC" : "EIO");
    }
  };
  const flush = (file) => {
    file.handle.flush();
    file.unflushed = false;
  };
  const flushOthers = (self) => {
    for (const file of files.values()) if (file !== self && file.unflushed) flush(file);
  };
  const cut = (file, size) => {
    flushOthers(file);
    file.handle.truncate(size);
    flush(file);
  };
  const of = (node) => files.get(node.name);

  const nodeOps = {
    getattr(node) {
      const folder = FS.isDir(node.mode);
      const size = folder ? 4096 : of(node).handle.getSize();
      const time = new Date(folder ? 0 : of(node).changed);
      return { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
        atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 4096) };
    },
    setattr(node, attributes) {
      const file = of(node);
      if (!file) return;
      if (attributes.size !== undefined && attributes.size !== null) {
        guarded(() => cut(file, attributes.size));
      }
      file.changed = Date.now();
    },
    lookup(parent, name) {
      if (!files.get(name)?.exists) throw fail("ENOENT");
      return fs.createNode(parent, name, FILE_MODE);
    },
    mknod(parent, name, mode) {
      const file = files.get(name);
      if (!file) throw fail("EPERM");
      file.exists = true;
      file.changed = Date.now();
      return fs.createNode(parent, name, mode);
    },
    unlink(parent, name) {
      const file = files.get(name);
      guarded(() => cut(file, 0));
      file.exists = false;
    },
    readdir: () => [".", "..", ...[...files.keys()].filter((name) => files.get(name).exists)],
    rename() { throw fail("EPERM"); },
    rmdir() { throw fail("EPERM"); },
    symlink() { throw fail("EPERM"); },
    readlink() { throw fail("EINVAL"); },
  };
  const streamOps = {
    read: ({ node }, buffer, offset, length, at) =>
      guarded(() => of(node).handle.read(buffer.subarray(offset, offset + length), { at })),
    write({ node }, buffer, offset, length, at) {
      const file = of(node);
      return guarded(() => {
        flushOthers(file);
        file.changed = Date.now();
        file.unflushed = true;
        return file.handle.write(buffer.subarray(offset, offset + length), { at });
      });
    },
    llseek(stream, offset, whence) {
      let at = offset;
      if (whence === 1) at += stream.position;
      else if (whence === 2) at += of(stream.node).handle.getSize();
      if (at < 0) throw fail("EINVAL");
      return at;
    },
    fsync({ node }) {
      guarded(() => flush(of(node)));
      return 0;
    },
  };
  const fs = {
    mount: () => fs.createNode(null, "/", FOLDER_MODE),
    createNode(parent, name, mode) {
      const node = FS.createNode(parent, name, mode);
      node.node_ops = nodeOps;
      node.stream_ops = streamOps;
      return node;
    },
  };
  return fs;
}

