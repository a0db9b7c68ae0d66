import { expect, test } from "vitest";

import type { PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";
import { readPlateCookie, setPlateCookie } from "./plate-cookie.server.ts";

const url = "https://books.example/cart";
const read = (cookie: string) => readPlateCookie(new Request(url, { headers: { cookie } }));

function keep(choice: PlateChoice): string {
  const headers = new Headers();
  setPlateCookie(headers, url, choice);
  return headers.getSetCookie()[0]!;
}

test("a choice comes back as it was made, in any script", () => {
  const long = "क्षि".repeat(60);
  const choices: PlateChoice[] = [
    "none",
    { name: "Asha Rao; Path=/" },
    { name: "فاطمہ 🎉" },
    { for: long, from: long, line: "क्षि".repeat(80) },
  ];
  for (const choice of choices) {
    const line = keep(choice);
    expect(line.length).toBeLessThan(4096);
    expect(line).toMatch(/^ex-libris=[\w-]+; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/);
    expect(read(line.split(";")[0]!)).toEqual(choice);
  }
  expect(keep(null)).toBe("ex-libris=; Path=/; Max-Age=0; SameSite=Lax; Secure");
});

test("what is not a choice is none", () => {
  const encoded = (text: string) => `ex-libris=${Buffer.from(text).toString("base64url")}`;
  for (const cookie of ["", "ex-libris=", "ex-libris=%", encoded("{"), encoded("[]"), encoded(`{"name":7}`)])
    expect(read(cookie), cookie).toBeNull();
  expect(read(encoded(`{"name":" Asha\\u202e\\n Rao"}`))).toEqual({ name: "Asha Rao" });
});
