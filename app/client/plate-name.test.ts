import { afterEach, expect, test, vi } from "vitest";

import { readPlateCookie } from "#app/session/plate-cookie.server.ts";
import { keepPlateName, readPlateName } from "./plate-name.ts";

const page = { cookie: "" };
vi.stubGlobal("document", page);
vi.stubGlobal("location", { protocol: "https:" });
afterEach(() => void (page.cookie = ""));

test("a name is kept as the cart reads it, and read again", () => {
  for (const name of ["Asha Rao", "فاطمہ 🎉", "क्षि".repeat(60), `"><script>`]) {
    keepPlateName(` ${name} `);
    const [pair] = page.cookie.split(";");
    page.cookie = `cart-count=2; ${pair}`;
    expect(readPlateName()).toBe(name);
    expect(readPlateCookie(new Request("https://a.example/", { headers: { cookie: page.cookie } }))).toEqual({ name });
  }
});

test("where nothing is kept, or something else, there is no name", () => {
  for (const cookie of ["", "ex-libris=", "ex-libris=abc", `ex-libris=${btoa('{"kind":"none"}')}`]) {
    page.cookie = cookie;
    expect(readPlateName()).toBe("");
  }
  keepPlateName("  ");
  expect(page.cookie).toContain("ex-libris");
});
