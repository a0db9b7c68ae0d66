import { runInNewContext } from "node:vm";

import { workerScript } from "#server/http/service-worker.ts";

const origin = "https://books.example";

/** What the network answers to a path with its query; a thrown error is a network that is not there. */
export type Answer = (path: string) => Response | Promise<Response>;

/** What a page or the browser asks for; a path with its query and what of a Request is not as usual. */
interface Ask {
  method?: string;
  destination?: string;
  mode?: string;
  cache?: string;
  /** A path of the shop. */
  referrer?: string;
}

/** The browser around the service worker's real file: its caches, its cookie, its clock and its network are the test's. */
export interface WorkerWorld {
  stores: Stores;
  /** What the network was asked for, in order. */
  asked: string[];
  /** How often the browser was told to look for a new service worker. */
  updates: () => number;
  /** Whether it has taken charge of the pages that are open: neither they nor the build before are waited for. */
  isInCharge: () => boolean;
  answer: (answer: Answer) => void;
  /** The cookie `cache-partition`; null takes it away. */
  setPartition: (word: string | null) => void;
  /** Installs and activates this build. Throws as the installation does. */
  install: () => Promise<void>;
  /** The answer to a request; null when the service worker leaves it to the browser. */
  fetch: (path: string, ask?: Ask) => Promise<Response | null>;
  /** The same, with the clock put forward by so many milliseconds while it is being waited for, after `meanwhile`. */
  fetchAfter: (ms: number, path: string, ask?: Ask, meanwhile?: () => void) => Promise<Response | null | "waiting">;
  /** What a page says to the worker: the address it shows. */
  message: (path: string) => Promise<void>;
  /** Moves the clock on, in ms, without a request. */
  pass: (ms: number) => void;
  /** Paths that are cached in a cache, oldest first. */
  cachedIn: (name: string) => string[];
}

/** A page of the shop as it comes over the network; `word` is set on personal ones. */
export function page(text: string, { build = "new", word = null as string | null, status = 200 } = {}): Response {
  const headers = new Headers({ "content-type": "text/html; charset=utf-8", "x-build": build });
  headers.set("cache-control", word === null ? "public, max-age=0" : "private, no-store");
  if (word !== null) headers.set("x-cache-partition", word);
  return new Response(`<!doctype html><html lang="en"><title>${text}</title></html>`, { status, headers });
}

/** The same answer, as it comes from another address than the one that was asked for. */
export function sentOn(response: Response): Response {
  return Object.defineProperties(response, {
    redirected: { value: true },
    clone: { value: () => sentOn(Response.prototype.clone.call(response)) },
  });
}

/** Opens a browser; `stores` are those of an earlier build, when there was one. */
export function openWorkerWorld({
  version = "new",
  assets = ["/assets/a.js", "/assets/b.css"],
  stores = new Stores(),
  hasCookieStore = true,
} = {}): WorkerWorld {
  const listeners = new Map<string, (event: unknown) => void>();
  const timers: { at: number; run: () => void }[] = [];
  const asked: string[] = [];
  const waited: Promise<unknown>[] = [];
  let now = Date.UTC(2026, 0, 1);
  let word: string | null = null;
  let updates = 0;
  let hasSkippedWaiting = false;
  let hasClaimed = false;
  let answer: Answer = (path) => (path.startsWith("/assets/") ? new Response("file") : page(path));

  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    location: { origin },
    skipWaiting: async () => void (hasSkippedWaiting = true),
    clients: { claim: async () => void (hasClaimed = true) },
    registration: { update: async () => (updates += 1) },
    cookieStore: hasCookieStore
      ? { get: async () => (word === null ? null : { value: word }), delete: async () => (word = null) }
      : undefined,
  };
  async function fetch(request: string | URL | { url: string }): Promise<Response> {
    const address = typeof request === "object" && "url" in request ? request.url : String(request);
    const path = pathOf(address);
    asked.push(path);
    return answer(path);
  }
  stores.fetch = fetch;
  runInNewContext(workerScript(version, assets), {
    self,
    caches: stores,
    fetch,
    Response: WorkerResponse,
    Headers,
    URL,
    Date: { now: () => now },
    // Browsers count in 32 bits: what is longer ends at once.
    setTimeout: (run: (value: unknown) => void, ms: number, value: unknown) =>
      timers.push({ at: now + (ms < 2 ** 31 ? ms : 1), run: () => run(value) }),
  });

  function pass(ms: number) {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.run();
      else timers.push(timer);
    }
  }
  function dispatch(type: string, event: object) {
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => waited.push(promise) });
  }
  /** Whatever the worker still does after its answer; what never comes is left alone. */
  async function settle() {
    await calm();
    const failed = (await Promise.allSettled(waited.splice(0).map((one) => Promise.race([one, calm()])))).find(
      (one) => one.status === "rejected",
    );
    if (failed) throw failed.reason;
  }
  function ask(
    path: string,
    { method = "GET", destination = "document", mode = "navigate", cache = "default", referrer }: Ask,
  ) {
    const answered: { by: Promise<Response> | null } = { by: null };
    const url = new URL(path, origin).href;
    const request = { url, method, destination, mode, cache, referrer: referrer ? origin + referrer : "" };
    dispatch("fetch", { request, respondWith: (by: Promise<Response>) => (answered.by = by) });
    return answered.by;
  }

  return {
    stores,
    asked,
    updates: () => updates,
    isInCharge: () => hasSkippedWaiting && hasClaimed,
    answer: (next) => (answer = next),
    setPartition: (next) => (word = next),
    async install() {
      dispatch("install", {});
      await waited.pop();
      dispatch("activate", {});
      await waited.pop();
    },
    async fetch(path, given = {}) {
      const response = await ask(path, given);
      await settle();
      return response;
    },
    async fetchAfter(ms, path, given = {}, meanwhile = () => {}) {
      const answered = ask(path, given);
      await calm();
      meanwhile();
      pass(ms);
      const response = await Promise.race([answered, calm().then(() => "waiting" as const)]);
      return response;
    },
    async message(path) {
      dispatch("message", { data: path });
      await settle();
    },
    pass,
    cachedIn: (name) => stores.pathsIn(name),
  };
}

/** Lets everything that does not wait for the clock or the network come to its end. */
async function calm() {
  for (let turn = 0; turn < 25; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, origin);
  return pathname + search;
}

/** In a worker an address without a host is one of the shop. */
class WorkerResponse extends Response {
  static override redirect(to: string | URL): Response {
    return new Response(null, { status: 302, headers: { location: pathOf(String(to)) } });
  }
}

type Key = string | { url: string };

/** The browser's CacheStorage, in memory: what is put again is the newest, as the standard says. */
export class Stores {
  readonly #stores = new Map<string, Map<string, Response>>();
  fetch: (path: string) => Promise<Response> = () => Promise.reject(new Error("no network"));

  pathsIn(name: string): string[] {
    return [...(this.#stores.get(name)?.keys() ?? [])];
  }

  async keys(): Promise<string[]> {
    return [...this.#stores.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.#stores.delete(name);
  }

  async match(key: Key, { cacheName }: { cacheName?: string } = {}): Promise<Response | undefined> {
    for (const [name, store] of this.#stores) {
      if (cacheName !== undefined && name !== cacheName) continue;
      const found = store.get(toPath(key));
      if (found) return found.clone();
    }
    return undefined;
  }

  async open(name: string) {
    const store = this.#stores.get(name) ?? new Map<string, Response>();
    this.#stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
      match: async (key: Key) => store.get(toPath(key))?.clone(),
      delete: async (key: Key) => store.delete(toPath(key)),
      put: async (key: Key, response: Response) => {
        store.delete(toPath(key));
        store.set(toPath(key), response);
      },
      addAll: async (paths: string[]) => {
        const responses = await Promise.all(paths.map((path) => this.fetch(path)));
        if (responses.some(({ ok }) => !ok)) throw new TypeError("A file of the build could not be fetched");
        for (const [at, path] of paths.entries()) store.set(path, responses[at]!);
      },
    };
  }
}

function toPath(key: Key): string {
  return pathOf(typeof key === "string" ? key : key.url);
}
