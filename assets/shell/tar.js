// Reads the plain ustar archives that app/packaging writes: regular files, short names, no links.

const BLOCK = 512;
const text = new TextDecoder();

/** Calls `onFile(path, bytes)` for every file; `bytes` is a view into `archive`. */
export function readTar(archive, onFile) {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const field = (start, length) =>
      text.decode(archive.subarray(at + start, at + start + length)).split("\0")[0];
    const prefix = field(345, 155);
    const path = prefix ? `${prefix}/${field(0, 100)}` : field(0, 100);
    const size = parseInt(field(124, 12), 8);
    onFile(path, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Unpacks into Emscripten's file system under `root`. */
export function unpack(FS, archive, root) {
  const made = new Set();
  readTar(archive, (path, bytes) => {
    const target = `${root}/${path}`;
    const folder = target.slice(0, target.lastIndexOf("/"));
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    FS.writeFile(target, bytes, { canOwn: true });
  });
}
