import { afterEach, expect, test, vi } from "vitest";

import { startOffline } from "./start-offline.ts";

afterEach(() => vi.unstubAllGlobals());

/** Simulates a window; returns what was registered and which messages the active worker received. */
function openWindow({ saveData = false, hasWorker = false } = {}) {
  const window = new EventTarget();
  const registered: string[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const said: string[] = [];
  const data: Record<string, string> = {};
  const worker = Object.assign(new EventTarget(), {
    controller: hasWorker ? { postMessage: (path: string) => said.push(path) } : null,
    register: async (path: string, { updateViaCache }: RegistrationOptions) => {
      // Never from the HTTP cache: a cached script would delay a new build.
      expect(updateViaCache).toBe("none");
      registered.push(path);
    },
  });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData }, serviceWorker: worker });
  vi.stubGlobal("document", { documentElement: { dataset: data } });
  vi.stubGlobal("location", { pathname: "/books/dune", search: "?page=2" });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("setTimeout", (run: () => void, ms: number) => timers.push({ run, ms }));
  return { window, worker, registered, said, timers };
}

test("the worker begins when the reader does something, and not before", async () => {
  for (const sign of ["pointerdown", "keydown", "scroll", "page-shown"]) {
    const { window, registered } = openWindow();
    const started = startOffline();
    await Promise.resolve();
    expect(registered, sign).toEqual([]);
    window.dispatchEvent(new Event(sign));
    await started;
    expect(registered, sign).toEqual(["/sw.js"]);
  }
});

test("the worker begins after ten seconds also for a reader who only reads", async () => {
  const { registered, timers } = openWindow();
  const started = startOffline();
  expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
  timers[0]!.run();
  await started;
  expect(registered).toEqual(["/sw.js"]);
});

test("the page that was there before the worker is told to it once, when it takes charge", async () => {
  const { window, worker, said } = openWindow();
  const started = startOffline();
  window.dispatchEvent(new Event("scroll"));
  await started;
  worker.controller = { postMessage: (path: string) => said.push(path) };
  for (let times = 0; times < 2; times += 1) worker.dispatchEvent(new Event("controllerchange"));
  expect(said).toEqual(["/books/dune?page=2"]);
});

test("where a worker is in charge already it is looked after at once", async () => {
  const { registered } = openWindow({ hasWorker: true });
  await startOffline();
  expect(registered).toEqual(["/sw.js"]);
});

test("for a reader who saves data nothing is fetched ahead, whatever they do", async () => {
  const { window, registered } = openWindow({ saveData: true });
  const started = startOffline();
  window.dispatchEvent(new Event("scroll"));
  await started;
  expect(registered).toEqual([]);
});

test("a page that the router came to is told to the worker, with its query", async () => {
  const { window, said } = openWindow({ hasWorker: true });
  await startOffline();
  window.dispatchEvent(new Event("page-shown"));
  expect(said).toEqual(["/books/dune?page=2"]);
});

test("ignores a failed registration of the worker", async () => {
  const { worker } = openWindow({ hasWorker: true });
  worker.register = () => Promise.reject(new Error("refused"));
  await expect(startOffline()).resolves.toBeUndefined();
});
