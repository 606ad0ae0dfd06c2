// The files that a person chose. Flutter's picker hands their bytes over as a list of numbers,
// seconds for every megabyte; so it is given empty files of the same names, and the worker asks
// for the real ones here.

let chosen = [];

/** From now on every file chooser of this page leaves its files here. */
export function keepChosenFiles() {
  const open = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function click() {
    if (this.type === "file") this.addEventListener("change", keep, { capture: true, once: true });
    open.call(this);
  };
}

/** The first `most` bytes of file `at` of the last choice; null when there is none. */
export async function readChosen(at, most) {
  const file = chosen[at];
  return file ? new Uint8Array(await file.slice(0, most).arrayBuffer()) : null;
}

function keep({ target }) {
  chosen = [...target.files];
  const standIns = new DataTransfer();
  for (const { name, type } of chosen) standIns.items.add(new File([], name, { type }));
  target.files = standIns.files;
}
