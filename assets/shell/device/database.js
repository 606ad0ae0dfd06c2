// The little that is kept in IndexedDB: the chain's head and the device's key. Every write waits
// for the disk (strict durability).

const NAME = "prancheta";
const STORES = ["head", "keys"];

export async function get(store, key) {
  return transact(store, "readonly", (target) => target.get(key));
}

export async function put(store, key, value) {
  await transact(store, "readwrite", (target) => target.put(value, key));
}

async function transact(store, mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: "strict" });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
