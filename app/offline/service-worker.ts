/**
 * The service worker, served as /sw.js: caches pages and files so that readers can use the shop offline. Decision 013
 * explains what is cached and why. It is one script without imports, with a tsconfig of its own, because a worker has
 * other globals than a page.
 */

declare const self: ServiceWorkerGlobalScope;

// The server prepends these constants, from the build and the table of routes (server/http/service-worker.ts).
declare const version: string;
declare const assets: string[];
declare const offlinePath: string;
declare const signOutPath: string;
/** Paths that are never intercepted, because some of them work only once. */
declare const bypassed: RegExp;
/** Pages that are not prefetched into the cache. */
declare const neverStored: RegExp;

const shopCache = `shop-${version}`;
const publicPages = `pages-${version}`;
const personalPages = `personal-${version}-`;
/** Covers, portraits and fonts: their names change with their content, so they are shared by all builds. */
const files = "files";

const maxEntries = { pages: 60, files: 400, carriedOver: 20 };
/**
 * How long to wait for the network, in ms, when a cached copy exists. Personal pages wait longer: an old cart is worse
 * than a late one.
 */
const patienceMs = { public: 4_000, personal: 12_000 };
/** How long after a form, in ms, a cached personal page is used only if there is no network. */
const freshAfterFormMs = 60_000;
let formSentAt = 0;
/**
 * The page whose data was late, and when (ms since the epoch). Its document is requested next, and does not get another
 * wait.
 */
let givenUp = { path: "", at: 0 };
const nextMs = 5_000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(visit(event.data).catch(ignore)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  // Forms are not intercepted, so that the server sees their origin.
  if (request.method === "POST") formSentAt = Date.now();
  if (request.method === "POST" && url.pathname === signOutPath) event.waitUntil(forgetReader());
  if (request.method !== "GET" || bypassed.test(url.pathname)) return;
  if (request.destination === "document") event.respondWith(openPage(event, url));
  else if (/^\/(assets|covers|portraits)\//.test(url.pathname)) event.respondWith(serveFile(event));
  // A request with `_routes` fetches part of a page, which a document cannot replace.
  else if (url.pathname.endsWith(".data") && !url.searchParams.has("_routes") && request.mode !== "no-cors")
    event.respondWith(openData(request, documentOf(url)));
});

/**
 * Caches all assets of the build or fails; then renews the reader's cached pages while the previous worker is still
 * active.
 */
async function install() {
  const cache = await caches.open(shopCache);
  await cache.addAll(assets);
  const page = await fetch(offlinePath, { cache: "no-cache" });
  if (!page.ok || page.headers.get("x-build") !== version) throw new Error("A new version is being deployed");
  await cache.put(offlinePath, await markedCopy(page, ""));
  await carryOver().catch(ignore);
  await self.skipWaiting();
}

/** Deletes the caches of other builds. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name !== files && !name.includes(version)) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Fetches the cached pages anew instead of copying them: pages of an old build refer to files that no longer exist. */
async function carryOver() {
  const partition = await readPartition();
  for (const name of await caches.keys()) {
    const isMine = name.startsWith("pages-") || (name.startsWith("personal-") && name.endsWith(`-${partition}`));
    if (!isMine || name.includes(version)) continue;
    const cached = await (await caches.open(name)).keys();
    for (const { url } of cached.slice(-maxEntries.carriedOver)) await visit(url).catch(ignore);
  }
}

/**
 * Serves the page from the network; from the cache if the network fails or is slow; otherwise redirects to the offline
 * page.
 */
async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event;
  const network = fetch(request);
  event.waitUntil(network.then((response) => cachePage(url, response.clone())).catch(ignore));
  event.waitUntil(network.then(forgetOthers).catch(ignore));
  const reached = network.then((response) => ([502, 503, 504].includes(response.status) ? null : response), ignore);
  const isAskedAnew = request.cache === "no-cache" || request.cache === "reload";
  const isGivenUp = givenUp.path === pathOf(url) && Date.now() - givenUp.at < nextMs;
  const patience = isGivenUp ? 0 : await patienceFor(url, isAskedAnew);
  const inTime = await Promise.race([reached, wait(patience)]);
  // Looked up only now: the signed-in reader may have changed during the wait.
  return inTime ?? (await findCached(url)) ?? (await reached) ?? redirectToOffline(url);
}

/** How long to wait for the network, in ms, before a cached copy is shown; `Infinity` if there is none. */
async function patienceFor(url: URL, isAskedAnew = false): Promise<number> {
  const cached = await findCached(url);
  if (!cached) return Infinity;
  const isPersonal = cached.headers.has("x-cache-partition");
  if (isPersonal && Date.now() - formSentAt < freshAfterFormMs) return Infinity;
  return isPersonal || isAskedAnew ? patienceMs.personal : patienceMs.public;
}

async function redirectToOffline(url: URL): Promise<Response> {
  if (url.pathname === offlinePath)
    return (await caches.match(offlinePath, { cacheName: shopCache })) ?? Response.error();
  return Response.redirect(`${offlinePath}?from=${encodeURIComponent(pathOf(url))}`);
}

/** Fetches the data of a route; if it fails or is late, the router loads the page as a document. */
async function openData(request: Request, url: URL): Promise<Response> {
  const network = fetch(request).catch(() => openAsDocument(url));
  // A page that requests its own data is open, perhaps with typed text: late data is better than a reload.
  if (URL.canParse(request.referrer) && pathOf(new URL(request.referrer)) === pathOf(url)) return network;
  const inTime = await Promise.race([network, wait(await patienceFor(url))]);
  return inTime ?? ((await findCached(url)) ? openAsDocument(url) : network);
}

/** React Router's response for "load this as a document": only documents are cached. */
function openAsDocument(url: URL): Response {
  givenUp = { path: pathOf(url), at: Date.now() };
  const headers = { "x-remix-redirect": givenUp.path, "x-remix-reload-document": "true" };
  return new Response(null, { status: 204, headers });
}

function documentOf({ href, pathname }: URL): URL {
  const url = new URL(href);
  url.pathname = pathname === "/_.data" ? "/" : pathname.slice(0, -".data".length);
  return url;
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** Serves a file whose name changes with its content from the cache, or from the network and caches it. */
async function serveFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(put(files, request, response.clone(), maxEntries.files).catch(ignore));
    return response;
  } catch (error) {
    const otherWidth = await findOtherWidth(request.url);
    if (otherWidth) return otherWidth;
    throw error;
  }
}

/** Finds the same cover in another width, cached by another page. */
async function findOtherWidth(address: string): Promise<Response | undefined> {
  const cover = /\/covers\/.*-(?=\d+\.webp$)/.exec(address)?.[0];
  if (!cover) return undefined;
  const cache = await caches.open(files);
  const sameCover = (await cache.keys()).find(({ url }) => url.includes(cover));
  return sameCover && cache.match(sameCover);
}

/** Caches the document of a page that was reached by client-side navigation, which fetched only its data. */
async function visit(address: string) {
  const url = new URL(address, self.location.origin);
  if (url.origin === self.location.origin && !neverStored.test(url.pathname)) await cachePage(url, await fetch(url));
}

/** Caches a page if its headers allow it, in the public cache or in that of its reader. */
async function cachePage(url: URL, response: Response) {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (response.status !== 200 || response.redirected || !isPage || url.pathname === offlinePath) return;
  if (response.headers.get("x-build") !== version) return void (await self.registration.update());
  const name = await nameCache(response);
  if (name) await put(name, pathOf(url), await markedCopy(response, Date.now()), maxEntries.pages);
}

/** Public pages share one cache; a personal page is cached only if it was made for the reader of the current cookie. */
async function nameCache(response: Response): Promise<string | null> {
  if (response.headers.get("cache-control")?.startsWith("public")) return publicPages;
  const partition = response.headers.get("x-cache-partition");
  return partition !== null && partition === (await readPartition()) ? personalPages + partition : null;
}

async function findCached(url: URL): Promise<Response | undefined> {
  const partition = await readPartition();
  const personal =
    partition && (await caches.match(pathOf(url), { cacheName: personalPages + partition, ignoreVary: true }));
  return personal || caches.match(pathOf(url), { cacheName: publicPages, ignoreVary: true });
}

/**
 * The cache partition of the present visitor: only that visitor's personal pages are cached and shown. It is `nobody`
 * without the cookie. In browsers without `cookieStore` it is null, and no personal page is cached.
 */
async function readPartition(): Promise<string | null> {
  if (!self.cookieStore) return null;
  return (await self.cookieStore.get("cache-partition"))?.value ?? "nobody";
}

/**
 * Deletes other readers' pages. Those of this reader are kept for every build, because the next build may be renewing
 * them now.
 */
async function forgetOthers() {
  const partition = await readPartition();
  for (const name of await caches.keys()) {
    if (name.startsWith("personal-") && !name.endsWith(`-${partition}`)) await caches.delete(name);
  }
}

async function forgetReader() {
  for (const name of await caches.keys()) if (name.startsWith("personal-")) await caches.delete(name);
  await self.cookieStore?.delete("cache-partition");
}

/** A copy with the time of caching in an attribute of `<html>`, which the page shows to the reader. */
async function markedCopy(response: Response, madeAt: number | "") {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "link"]) headers.delete(name);
  const html = await response.text();
  return new Response(html.replace("<html ", `<html data-cached="${madeAt}" `), { headers });
}

/** Caches a response and deletes the oldest entries above `limit`. */
async function put(name: string, key: RequestInfo, response: Response, limit: number) {
  const cache = await caches.open(name);
  await cache.put(key, response);
  for (const old of (await cache.keys()).slice(0, -limit)) await cache.delete(old);
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => ms === Infinity || setTimeout(resolve, ms, null));
}

/** Failures of the cache or of background requests are ignored: the page is shown anyway. */
function ignore(): null {
  return null;
}
