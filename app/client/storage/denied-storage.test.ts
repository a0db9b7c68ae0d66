import { runInNewContext } from "node:vm";

import { expect, test, vi } from "vitest";

import { deniedStorageScript, findDeniedStorage, storeOnDevice } from "./denied-storage.ts";

const refuse = () => {
  throw new Error("SecurityError: Access is denied for this document.");
};

/** Runs the script in a window in which reading the `denied` properties throws. */
function openWindow(denied: string[]) {
  const dataset: Record<string, string> = {};
  const open = { getItem: () => "from before" };
  const document = { documentElement: { dataset }, cookie: "cart-count=2" };
  const window: Record<string, unknown> = { localStorage: open, sessionStorage: open, document };
  for (const name of denied) {
    Object.defineProperty(name === "cookie" ? document : window, name, { get: refuse, configurable: true });
  }
  window.window = window;
  runInNewContext(deniedStorageScript, window);
  return { dataset, document, storage: window.localStorage as Storage, session: window.sessionStorage as Storage };
}

test("where a browser allows site data, its own storage stays", () => {
  const { storage, dataset, document } = openWindow([]);
  expect(storage.getItem("a")).toBe("from before");
  expect(dataset).toEqual({});
  expect(document.cookie).toBe("cart-count=2");
});

test("where a browser denies storage, a storage in memory does all that the pages ask of it", () => {
  const { storage, session, dataset } = openWindow(["localStorage", "sessionStorage"]);
  expect(dataset).toEqual({ storage: "denied" });
  expect(session.length).toBe(0);
  storage.setItem("a", "1");
  storage.setItem("b", "2");
  expect([storage.length, storage.key(1), storage.key(2), storage.getItem("b"), storage.getItem("c")]).toEqual([
    2,
    "b",
    null,
    "2",
    null,
  ]);
  storage.removeItem("a");
  expect(storage.key(0)).toBe("b");
  storage.clear();
  expect(storage.length).toBe(0);
});

test("where a sandbox refuses cookies, there are none", () => {
  const { document } = openWindow(["cookie"]);
  expect(document.cookie).toBe("");
});

test("what is lost is the cart where cookies are blocked, and else what the device remembers", () => {
  const found = (cookieEnabled: boolean, storage?: string) => {
    vi.stubGlobal("navigator", { cookieEnabled });
    vi.stubGlobal("document", { documentElement: { dataset: { storage } } });
    return findDeniedStorage();
  };
  expect(found(true)).toBeNull();
  expect(found(true, "denied")).toBe("storage");
  expect(found(false, "denied")).toBe("cookies");
  vi.unstubAllGlobals();
});

test("a full store keeps what it has and breaks nothing", () => {
  vi.stubGlobal("localStorage", { setItem: refuse });
  expect(() => storeOnDevice("a", "1")).not.toThrow();
  vi.unstubAllGlobals();
});
