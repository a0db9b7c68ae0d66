// The service worker, sent as /sw.js. Decision 013 says what is cached where, and why. It is one script without imports, checked
// by a tsconfig of its own, because a worker has other globals than a page.

declare const self: ServiceWorkerGlobalScope;

// What the shop writes in front of the script, from this build and the table of routes (server/http/service-worker.ts).
declare const version: string;
declare const assets: string[];
declare const offlinePath: string;
declare const signOutPath: string;
/** Paths that are the browser's alone, because some of them are good only once. */
declare const bypassed: RegExp;
/** Pages that need not be fetched to be stored. */
declare const neverStored: RegExp;

const shopCache = `shop-${version}`;
const publicPages = `pages-${version}`;
const personalPages = `personal-${version}-`;
/** Covers, portraits and fonts: their names change with their bytes, so they serve every build. */
const files = "files";

const maxEntries = { pages: 60, files: 400, carriedOver: 20 };
/** How long a reader waits for the network when a copy is here. An old cart is worse than a late one. */
const patienceMs = { public: 4_000, personal: 12_000 };
/** For so long after a form a reader's own pages are not shown as they were before it, unless there is no network. */
const afterFormMs = 60_000;
let formSentAt = 0;
/** The page whose data did not come in time, and since when (ms): nobody waits for its document, which is next, again. */
let givenUp = { path: "", at: 0 };
const nextMs = 5_000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(visit(event.data).catch(ignore)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  // Forms go past it untouched, so that the shop sees where they come from.
  if (request.method === "POST") formSentAt = Date.now();
  if (request.method === "POST" && url.pathname === signOutPath) event.waitUntil(forgetReader());
  if (request.method !== "GET" || bypassed.test(url.pathname)) return;
  if (request.destination === "document") event.respondWith(openPage(event, url));
  else if (/^\/(assets|covers|portraits)\//.test(url.pathname)) event.respondWith(serveFile(event));
  // What names its routes is a part of a page: no document could stand in for it.
  else if (url.pathname.endsWith(".data") && !url.searchParams.has("_routes") && request.mode !== "no-cors")
    event.respondWith(openData(request, documentOf(url)));
});

/** All of the build or nothing; then what the reader had cached of the build before, while that one is still in charge. */
async function install() {
  const cache = await caches.open(shopCache);
  await cache.addAll(assets);
  const page = await fetch(offlinePath, { cache: "no-cache" });
  if (!page.ok || page.headers.get("x-build") !== version) throw new Error("The shop is being changed just now");
  await cache.put(offlinePath, await markedCopy(page, ""));
  await carryOver().catch(ignore);
  await self.skipWaiting();
}

/** Whatever is not of this build goes. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name !== files && !name.includes(version)) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Pages are not taken along but fetched anew: a page of an old build would name files that are gone. */
async function carryOver() {
  const partition = await readPartition();
  for (const name of await caches.keys()) {
    const isMine = name.startsWith("pages-") || (name.startsWith("personal-") && name.endsWith(`-${partition}`));
    if (!isMine || name.includes(version)) continue;
    const cached = await (await caches.open(name)).keys();
    for (const { url } of cached.slice(-maxEntries.carriedOver)) await visit(url).catch(ignore);
  }
}

/** The network's page; its cached copy when there is no network, or a slow one; else a page that says so. */
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
  // Looked for only now: whose pages may be shown can have changed while the network was waited for.
  return inTime ?? (await findCached(url)) ?? (await reached) ?? sayOffline(url);
}

/** How long, in ms, the network is waited for before a cached copy is shown; without end where there is none. */
async function patienceFor(url: URL, isAskedAnew = false): Promise<number> {
  const cached = await findCached(url);
  if (!cached) return Infinity;
  const isPersonal = cached.headers.has("x-cache-partition");
  if (isPersonal && Date.now() - formSentAt < afterFormMs) return Infinity;
  return isPersonal || isAskedAnew ? patienceMs.personal : patienceMs.public;
}

async function sayOffline(url: URL): Promise<Response> {
  if (url.pathname === offlinePath)
    return (await caches.match(offlinePath, { cacheName: shopCache })) ?? Response.error();
  return Response.redirect(`${offlinePath}?from=${encodeURIComponent(pathOf(url))}`);
}

/** What the router asks for to draw a page; when it does not come, or late, the page is opened as a document. */
async function openData(request: Request, url: URL): Promise<Response> {
  const network = fetch(request).catch(() => openAsDocument(url));
  // A page that asks for its own data is open, with what its reader has typed: late data is better than no page.
  if (URL.canParse(request.referrer) && pathOf(new URL(request.referrer)) === pathOf(url)) return network;
  const inTime = await Promise.race([network, wait(await patienceFor(url))]);
  return inTime ?? ((await findCached(url)) ? openAsDocument(url) : network);
}

/** React Router's own way to say "go there as a document": documents are what is cached. */
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

/** Files whose name changes with their bytes: from here, or from the network and then cached. */
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

/** The same cover as another page showed it, larger or smaller. */
async function findOtherWidth(address: string): Promise<Response | undefined> {
  const cover = /\/covers\/.*-(?=\d+\.webp$)/.exec(address)?.[0];
  if (!cover) return undefined;
  const cache = await caches.open(files);
  const sameCover = (await cache.keys()).find(({ url }) => url.includes(cover));
  return sameCover && cache.match(sameCover);
}

/** Keeps a page that the reader came to without a document: the router fetched its data only. */
async function visit(address: string) {
  const url = new URL(address, self.location.origin);
  if (url.origin === self.location.origin && !neverStored.test(url.pathname)) await cachePage(url, await fetch(url));
}

/** Keeps a page if the shop says it may be, in the cache of the one it was made for. */
async function cachePage(url: URL, response: Response) {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (response.status !== 200 || response.redirected || !isPage || url.pathname === offlinePath) return;
  if (response.headers.get("x-build") !== version) return void (await self.registration.update());
  const name = await nameCache(response);
  if (name) await put(name, pathOf(url), await markedCopy(response, Date.now()), maxEntries.pages);
}

/** Public pages are the same for all; a personal one must have been made for the reader whose cookie is here now. */
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

/** Whose pages may be cached and shown; null where the browser cannot say, and then nobody's are. */
async function readPartition(): Promise<string | null> {
  if (!self.cookieStore) return null;
  return (await self.cookieStore.get("cache-partition"))?.value ?? "nobody";
}

/** What is this reader's stays in every build: the next one may be fetching it anew just now. */
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

/** A copy that says on its first element when it was made: the page tells its reader. */
async function markedCopy(response: Response, madeAt: number | "") {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "link"]) headers.delete(name);
  const html = await response.text();
  return new Response(html.replace("<html ", `<html data-cached="${madeAt}" `), { headers });
}

/** The newest are cached. */
async function put(name: string, key: RequestInfo, response: Response, limit: number) {
  const cache = await caches.open(name);
  await cache.put(key, response);
  for (const old of (await cache.keys()).slice(0, -limit)) await cache.delete(old);
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => ms === Infinity || setTimeout(resolve, ms, null));
}

/** What cannot be cached or fetched just now is no trouble: the page is shown all the same. */
function ignore(): null {
  return null;
}
