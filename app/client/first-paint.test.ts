/** Tests what the first-paint script writes onto the document, for the cookies and the storage of a browser. */
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { firstPaintScript } from "./first-paint.ts";

/** Runs the script in a browser with these cookies and this storage, and returns what it wrote. */
function paint({ cookie = "", stored = {} as Record<string, string> } = {}) {
  const attributes = new Map<string, string>([["data-reader", "of the page before"]]);
  const styles = new Map<string, string>();
  const storage = new Map(Object.entries(stored));
  const written: string[] = [];
  const complaints: unknown[] = [];
  const window: Record<string, unknown> = {
    decodeURIComponent,
    console: { error: (...words: unknown[]) => complaints.push(words) },
    document: {
      documentElement: {
        removeAttribute: (name: string) => attributes.delete(name),
        setAttribute: (name: string, value: string) => attributes.set(name, value),
        style: { setProperty: (name: string, value: string) => styles.set(name, value) },
      },
      get cookie() {
        return cookie;
      },
      set cookie(line: string) {
        written.push(line);
      },
    },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => storage.set(key, text),
      removeItem: (key: string) => storage.delete(key),
    },
  };
  window.window = window;
  runInNewContext(firstPaintScript, window);
  return {
    reader: attributes.get("data-reader") ?? null,
    styles,
    stored: Object.fromEntries(storage),
    written,
    complaints,
  };
}

const storageOf = (name: string) => JSON.stringify({ state: { user: { name }, token: "for-scripts" } });
const signedIn = { "auth-storage": storageOf("Meera Rao"), "auth-token": "for-scripts" };
const taken = ["auth-hint=; Path=/; Max-Age=0"];

test("a reader who is signed in stands in the header before anything is drawn, a guest does not", () => {
  const { reader, styles, written } = paint({ stored: signedIn });
  expect(reader).toBe("Meera Rao");
  expect(Object.fromEntries(styles)).toEqual({ "--reader-name": '"Meera Rao"', "--reader-initial": '"M"' });
  expect(written).toEqual([]);
  expect(paint().reader).toBeNull();
});

test("word of a sign-in is taken once, and kept for the next page", () => {
  const cookie = `cart-count=2; auth-hint=${encodeURIComponent(storageOf("Élodie; Rao"))}; cache-partition=x`;
  const { reader, stored, written } = paint({
    cookie,
    stored: { "auth-storage": storageOf("Asha"), "auth-token": "old" },
  });
  expect(reader).toBe("Élodie; Rao");
  expect(stored).toEqual({ "auth-storage": storageOf("Élodie; Rao"), "auth-token": "for-scripts" });
  expect(written).toEqual(taken);
});

test("word of a sign-out takes everything away", () => {
  const { reader, stored, written } = paint({
    cookie: "auth-hint=out",
    stored: { ...signedIn, "last-searches": '["dune"]', wishlist: "stays" },
  });
  expect([reader, stored, written]).toEqual([null, { wishlist: "stays" }, taken]);
  expect(paint({ cookie: "old-auth-hint=out", stored: signedIn }).reader).toBe("Meera Rao");
});

test("a token alone is a reader without a name; a name without a token is nobody", () => {
  expect(paint({ stored: { "auth-token": "for-scripts" } }).reader).toBe("");
  const noToken = JSON.stringify({ state: { user: { name: "Meera" }, token: null } });
  const noUser = JSON.stringify({ state: { user: null, token: "for-scripts" } });
  for (const text of [noToken, noUser, "{}", '{"state":null}']) {
    const { reader, complaints } = paint({ stored: { "auth-storage": text } });
    expect([reader, complaints], text).toEqual([null, []]);
  }
});

test("the first letter of a name is a whole one, in capitals", () => {
  for (const [name, initial] of [
    ["meera", "M"],
    ["𝒜sha", "𝒜"],
    ["मीरा", "म"],
    ["", ""],
  ]) {
    const { styles } = paint({ stored: { "auth-storage": storageOf(name!), "auth-token": "for-scripts" } });
    expect(styles.get("--reader-initial"), name).toBe(JSON.stringify(initial));
  }
});

test("unreadable storage is logged and treated as a guest", () => {
  const { reader, complaints } = paint({ stored: { "auth-storage": "{half" } });
  expect(reader).toBeNull();
  expect(complaints).toHaveLength(1);
  expect(paint({ cookie: "auth-hint=%E0%A4%A", stored: signedIn }).written).toEqual(taken);
});
