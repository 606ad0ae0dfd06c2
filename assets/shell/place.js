// Where the device is, by the browser's geolocation.

const RECENT_MS = 30_000;

/** {latitude, longitude, accuracy, at}: degrees (WGS 84), metres, milliseconds since 1970. Throws
 * PlaceDenied, PlaceUnknown. */
export function locate(timeoutMs) {
  return new Promise((resolve, reject) => {
    const fail = (name) => reject(Object.assign(new Error(name), { name }));
    // The browser's own limit does not run while it asks the person for leave.
    const late = setTimeout(() => fail("PlaceUnknown"), timeoutMs);
    if (!navigator.geolocation) {
      fail("PlaceUnknown");
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) => {
        clearTimeout(late);
        resolve({ latitude, longitude, accuracy, at: timestamp });
      },
      ({ code, PERMISSION_DENIED }) => {
        clearTimeout(late);
        fail(code === PERMISSION_DENIED ? "PlaceDenied" : "PlaceUnknown");
      },
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: RECENT_MS },
    );
  });
}
