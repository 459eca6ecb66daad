/** Registers the service worker, which only shows a page when there is no network. */

const WORKER = "sw.js";

/** The security policy lets no text become a script's address, but for this one. */
export async function registerWorker() {
  if (!("serviceWorker" in navigator)) return;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  const policy = types?.createPolicy("worker-url", {
    createScriptURL: (/** @type {string} */ url) => {
      if (url !== WORKER) throw new TypeError(`${url} is no worker of this page`);
      return url;
    },
  });
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER);
  } catch {
    // A private window may forbid it: the page works without.
  }
}
