// HTTP by fetch, for Python's httpx. Redirects are not followed and nothing is cached: whoever
// answers in the server's place (a captive portal) must be noticed.

import { named } from "./errors.js";
import { onEvent } from "./page.js";

let connected = self.navigator.onLine;
onEvent("online", () => { connected = true; });
onEvent("offline", () => { connected = false; });

export const online = () => connected && self.navigator.onLine !== false;

/**
 * Sends one request; resolves when the headers are there. `timeoutMs` of 0 waits for ever. The
 * answer has `status`, `headers` as pairs, `read()` for the next piece (undefined at the end) and
 * `cancel()`. Throws Timeout, or the browser's own error when nothing answered.
 */
export function send(method, url, headers, body, timeoutMs, readTimeoutMs) {
  const control = new AbortController();
  let late = false;
  const within = async (ms, promise) => {
    const timer = ms ? setTimeout(() => { late = true; control.abort(); }, ms) : 0;
    try {
      return await promise;
    } catch (error) {
      throw late ? named("Timeout", `${ms} ms`) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const request = { method, headers, credentials: "omit", cache: "no-store",
    redirect: "manual", signal: control.signal };
  if (body) request.body = body;
  const answered = (async () => {
    const response = await within(timeoutMs, fetch(url, request));
    const reader = response.body?.getReader() ?? null;
    return {
      // A redirect shows nothing of itself but that it is one.
      status: response.type === "opaqueredirect" ? 302 : response.status,
      headers: [...response.headers],
      async read() {
        if (!reader) return undefined;
        const { done, value } = await within(readTimeoutMs, reader.read());
        return done ? undefined : value;
      },
    };
  })();
  return { answered, cancel: () => control.abort() };
}
