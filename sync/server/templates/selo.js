// The seal's signature, checked once more on this phone: by the digits in the address and by the
// keys that the page brings. It never makes an answer better than the page's. Where the browser
// has no Ed25519 the page stays as it is.
const note = document.getElementById("conferencia");
const digits = /^\/s\/([0-9]{220})$/.exec(location.pathname)?.[1];
const shown = (id) => document.getElementById(id).textContent.trim();
const utf8 = (text) => new TextEncoder().encode(text);
const bytesOf = (text) => Uint8Array.from(
  atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
const keyOf = (raw) => crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
const same = (some, others) => some.length === others.length && some.every((b, i) => b === others[i]);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

function packed() {
  const bytes = new Uint8Array(91);
  let rest = BigInt(digits);
  for (let at = 90; at >= 0; at -= 1, rest >>= 8n) bytes[at] = Number(rest & 255n);
  return rest ? null : bytes;
}

async function certified(root, device) {
  const { signature, ...said } = JSON.parse(note.dataset.certificado);
  const canonical = JSON.stringify(said, Object.keys(said).sort());
  const message = joined(utf8("prancheta/cert/v1\0"), utf8(canonical));
  return same(bytesOf(said.public_key), device)
    && await crypto.subtle.verify("Ed25519", root, bytesOf(signature), message)
    && said.municipality;
}

async function agrees(root) {
  const seal = packed();
  if (!seal) return false;
  const number = (at, size) => seal.slice(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
  const base36 = (at, size, chars) => number(at, size).toString(36).toUpperCase().padStart(chars, "0");
  const day = (at) => new Date(Date.UTC(2020, 0, 1) + number(at, 2) * 864e5)
    .toISOString().slice(0, 10).split("-").reverse().join("/");
  const device = bytesOf(note.dataset.chave);
  const body = seal.slice(0, 27);
  const message = joined(utf8("prancheta/selo/v1\0"), body);
  const name = new Uint8Array(await crypto.subtle.digest("SHA-256", device)).slice(0, 4);
  return same(name, seal.slice(23, 27))
    && await crypto.subtle.verify("Ed25519", await keyOf(device), seal.slice(27), message)
    && await certified(root, device) === number(1, 3)
    && shown("placa") === base36(9, 5, 7) && shown("chassi") === base36(14, 4, 6)
    && shown("vistoriado") === day(18) && shown("ate") === day(20)
    && Number(shown("numero").replaceAll(".", "")) === number(4, 5);
}

async function check() {
  let root;
  try {
    root = await keyOf(bytesOf(note.dataset.raiz));
  } catch {
    return;
  }
  let good = false;
  try {
    good = await agrees(root);
  } catch (error) {
    console.error(error);
  }
  const answer = note.closest("section");
  if (good) {
    note.textContent = "Assinatura conferida neste celular.";
    note.hidden = !answer.classList.contains("valido");
    return;
  }
  answer.className = "resposta cancelado";
  answer.querySelector("h1 span").textContent = "NÃO CONFIRMADO";
  note.textContent = "Este celular conferiu o código, e ele não bate com o que esta página mostra. "
    + "Não considere o veículo vistoriado e avise a ouvidoria.";
  note.setAttribute("role", "alert");
  note.hidden = false;
}

if (note && digits && globalThis.crypto?.subtle) check();
