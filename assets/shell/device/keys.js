// The device's Ed25519 key, made by WebCrypto so that it cannot be read out, and argon2id.

import { get, put } from "./database.js";
import { named } from "./errors.js";

const ED25519 = { name: "Ed25519" };
const PIN = { iterations: 2, memorySize: 19456, parallelism: 1, hashLength: 32 };
let pair;

export function keys(base) {
  return { create, publicKey, sign, verify, hashPin, verifyPin };

  async function hashPin(pin) {
    const { argon2id } = await argon2();
    const salt = crypto.getRandomValues(new Uint8Array(16));
    return argon2id({ ...PIN, password: pin, salt, outputType: "encoded" });
  }

  async function verifyPin(pin, encoded) {
    const { argon2Verify } = await argon2();
    try {
      return await argon2Verify({ password: pin, hash: encoded });
    } catch {
      return false;
    }
  }

  async function argon2() {
    if (!globalThis.hashwasm) await import(`${base}shell/vendor/argon2.js`);
    return globalThis.hashwasm;
  }
}

async function create() {
  const made = await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]);
  await put("keys", "device", made); // one that is not kept signs nothing
  pair = made;
  return publicKey();
}

async function publicKey() {
  const kept = await load();
  if (!kept) return undefined;
  return new Uint8Array(await crypto.subtle.exportKey("raw", kept.publicKey));
}

async function sign(message) {
  const kept = await load();
  if (!kept) throw named("Missing", "no device key");
  return new Uint8Array(await crypto.subtle.sign(ED25519, kept.privateKey, message));
}

async function verify(publicBytes, signature, message) {
  try {
    const key = await crypto.subtle.importKey("raw", publicBytes, ED25519, false, ["verify"]);
    return await crypto.subtle.verify(ED25519, key, signature, message);
  } catch {
    return false;
  }
}

async function load() {
  pair ??= await get("keys", "device");
  return pair;
}
