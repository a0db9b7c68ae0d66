/** Runs the real service worker without a browser: tests control its caches, cookie, clock and network. */
import { runInNewContext } from "node:vm";

import { workerScript } from "#server/http/service-worker.ts";

const origin = "https://books.example";

/** The network's answer to a path with its query; a thrown error simulates a lost network. */
export type Answer = (path: string) => Response | Promise<Response>;

/** A request of a page or the browser: the properties that differ from the default. */
interface Ask {
  method?: string;
  destination?: string;
  mode?: string;
  cache?: string;
  /** A path of the shop. */
  referrer?: string;
}

/** The environment of the service worker. */
export interface WorkerEnvironment {
  stores: Stores;
  /** The paths requested from the network, in order. */
  asked: string[];
  /** The number of checks for a new service worker. */
  updates: () => number;
  /** Whether the worker controls open pages without waiting (`skipWaiting` and `clients.claim`). */
  isInCharge: () => boolean;
  answer: (answer: Answer) => void;
  /** Sets the cookie `cache-partition`; null removes it. */
  setPartition: (word: string | null) => void;
  /** Installs and activates this build; throws if the installation fails. */
  install: () => Promise<void>;
  /** The answer to a request; null if the service worker leaves it to the browser. */
  fetch: (path: string, ask?: Ask) => Promise<Response | null>;
  /**
   * The answer to a request after `meanwhile` has run and the clock has advanced by `ms` milliseconds; "waiting" if
   * there is none yet.
   */
  fetchAfter: (ms: number, path: string, ask?: Ask, meanwhile?: () => void) => Promise<Response | null | "waiting">;
  /** Sends the message of a page to the worker: its address. */
  message: (path: string) => Promise<void>;
  /** Advances the clock by `ms` milliseconds, without a request. */
  pass: (ms: number) => void;
  /** The paths in a cache, oldest first. */
  cachedIn: (name: string) => string[];
}

/** A page of the shop as the network delivers it; `word` is the cache partition of a personal page. */
export function page(text: string, { build = "new", word = null as string | null, status = 200 } = {}): Response {
  const headers = new Headers({ "content-type": "text/html; charset=utf-8", "x-build": build });
  headers.set("cache-control", word === null ? "public, max-age=0" : "private, no-store");
  if (word !== null) headers.set("x-cache-partition", word);
  return new Response(`<!doctype html><html lang="en"><title>${text}</title></html>`, { status, headers });
}

/** The answer as if it came after a redirect. */
export function sentOn(response: Response): Response {
  return Object.defineProperties(response, {
    redirected: { value: true },
    clone: { value: () => sentOn(Response.prototype.clone.call(response)) },
  });
}

/** Opens an environment; `stores` are the caches of an earlier build, if any. */
export function openWorkerEnvironment({
  version = "new",
  assets = ["/assets/a.js", "/assets/b.css"],
  stores = new Stores(),
  hasCookieStore = true,
} = {}): WorkerEnvironment {
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
    // Browsers keep delays as 32-bit integers: a longer delay fires at once.
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
  /** Waits for the worker's tasks after its answer, except those that never end. */
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

/** Runs everything that does not wait for the clock or the network. */
async function calm() {
  for (let turn = 0; turn < 25; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, origin);
  return pathname + search;
}

/** `Response` of a worker: resolves a relative address of a redirect against the shop's origin. */
class WorkerResponse extends Response {
  static override redirect(to: string | URL): Response {
    return new Response(null, { status: 302, headers: { location: pathOf(String(to)) } });
  }
}

type Key = string | { url: string };

/** CacheStorage in memory: as the standard says, putting an entry again makes it the newest. */
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
