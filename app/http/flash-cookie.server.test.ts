import { expect, test } from "vitest";

import { cookieLine, hostCookieName, readCookie, yearSeconds } from "./cookies.server.ts";
import { readPageNumber } from "./page-number.ts";
import { setFlash, takeFlash } from "./flash-cookie.server.ts";

function take(cookie: string, subject = "EP-7K2M9QX4TB") {
  const headers = new Headers();
  const request = new Request("https://books.example/orders/EP-7K2M9QX4TB", { headers: { cookie } });
  return { message: takeFlash(headers, request, subject), cookies: headers.getSetCookie() };
}

test("a flash message is for the next page of its subject, hidden from scripts, for a minute at most", () => {
  const headers = new Headers();
  setFlash(headers, "https://books.example/cart/lines", "cart", "limited");
  expect(headers.getSetCookie()).toEqual(["flash=cart.limited; HttpOnly; Path=/; Max-Age=60; SameSite=Lax; Secure"]);
});

test("a flash message that was taken is gone, and one about something else stays", () => {
  expect(take("a=1; flash=EP-7K2M9QX4TB.cancelled; b=2")).toEqual({
    message: "cancelled",
    cookies: ["flash=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax; Secure"],
  });
  for (const cookie of ["", "flash=", "flash=cart.limited", "flash=EP-7K2M9QX4TB", "flashs=EP-7K2M9QX4TB.cancelled"])
    expect(take(cookie), cookie).toEqual({ message: null, cookies: [] });
});

test("a cookie is hidden from scripts and other sites' forms unless it is said otherwise, and secure over https", () => {
  const line = { url: "https://books.example/x", name: "a", value: "1", maxAgeSeconds: yearSeconds };
  expect(cookieLine(line)).toBe("a=1; HttpOnly; Path=/; Max-Age=31536000; SameSite=Lax; Secure");
  expect(cookieLine({ ...line, url: "http://books.example/x" })).toBe(
    "a=1; HttpOnly; Path=/; Max-Age=31536000; SameSite=Lax",
  );
  expect(cookieLine({ ...line, isReadable: true })).toBe("a=1; Path=/; Max-Age=31536000; SameSite=Lax; Secure");
  expect(cookieLine({ ...line, sameSite: "Strict", maxAgeSeconds: 0 })).toBe(
    "a=1; HttpOnly; Path=/; Max-Age=0; SameSite=Strict; Secure",
  );
  expect([hostCookieName("https://a.test", "a"), hostCookieName("http://https.test", "a")]).toEqual(["__Host-a", "a"]);
});

test("a cookie is found by its whole name, wherever it is among others, and 0 is a value", () => {
  const read = (cookie: string | null) =>
    readCookie(new Request("https://books.example/", cookie === null ? {} : { headers: { cookie } }), "a");
  expect(["a=1", "b=2; a=1", "b=2;a=1;c=3", "a=; a=1", "aa=2; a=1", "a=1; a=2"].map(read)).toEqual(
    Array.from({ length: 6 }, () => "1"),
  );
  expect(read("a=0")).toBe("0");
  for (const none of [null, "", "a", "a=", "aa=1", "A=1", "__Host-a=1"]) expect(read(none), String(none)).toBeNull();
});

test.each([
  ["", 1],
  ["?page=1", 1],
  ["?page=2", 2],
  ["?page=9999", 9_999],
  ["?page=10000", null],
  ["?page=0", null],
  ["?page=", null],
  ["?page=01", null],
  ["?page=-1", null],
  ["?page=1.5", null],
])("the page of a list by %j", (query, page) => {
  expect(readPageNumber(`https://books.example/orders${query}`)).toBe(page);
});
