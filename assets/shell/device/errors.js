// Errors that Python tells apart by `name`: Full, Busy, Unavailable, Missing, NotAnImage, TooLarge.

export function named(name, cause) {
  const error = new Error(String(cause?.message || cause || name), { cause });
  error.name = name;
  return error;
}

const OURS = { QuotaExceededError: "Full", NoModificationAllowedError: "Busy",
  NotFoundError: "Missing" };

/** The browser's error under our name for it; always an Error, others keep their name. */
export function translated(error) {
  if (OURS[error?.name]) return named(OURS[error.name], error);
  const isPlain = error instanceof Error && !(error instanceof DOMException);
  return isPlain ? error : named(error?.name || "Error", error);
}

/** The same functions, all async, that reject with `translated` errors. Python waits for ever on
 * a promise that is rejected with an error of a class that it does not know. */
export function translating(functions) {
  const wrapped = {};
  for (const [name, run] of Object.entries(functions)) {
    wrapped[name] = async (...given) => {
      try {
        return await run(...given);
      } catch (error) {
        throw translated(error);
      }
    };
  }
  return wrapped;
}
