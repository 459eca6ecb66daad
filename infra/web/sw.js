/**
 * The service worker: without a network, a page that says so instead of the browser's own.
 *
 * It answers only when a page is opened and the network fails. No file of the game is ever served from its cache, so an old
 * client never meets a new protocol.
 */

const CACHE = "offline-1";
const PAGE = "offline.html";
const FILES = [PAGE, "styles/offline.css"]; // all that the offline page is made of
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOldCaches()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => cached(PAGE)));
  else if (FILES.some((file) => request.url.endsWith(`/${file}`))) event.respondWith(fetch(request).catch(() => cached(request)));
});

/** @param {RequestInfo} request */
async function cached(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? Response.error();
}

async function dropOldCaches() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}
