// Flet's client loads a Rive animation player at start, from another host. Nothing here is
// animated with Rive: this answers in its place and never becomes ready.
globalThis.RiveNative = () => new Promise(() => {});
