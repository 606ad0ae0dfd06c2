// Errors that Python tells apart by `name`: Full, Busy, Unavailable, Missing, NotAnImage, TooLarge.

export function named(name, cause) {
  const error = new Error(String(cause?.message || cause || name), { cause });
  error.name = name;
  return error;
}

const OURS = { QuotaExceededError: "Full", NoModificationAllowedError: "Busy",
  NotFoundError: "Missing" };

/** The browser's error under our name for it; others pass through. */
export function translated(error) {
  return OURS[error?.name] ? named(OURS[error.name], error) : error;
}
