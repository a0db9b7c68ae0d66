import { expect, test } from "vitest";

import { dropCartToken, readCartToken, setCartCookies } from "./cart-cookie.server.ts";

const token = "A".repeat(42) + "_";
const other = "B".repeat(43);

function tokenIn(cookie: string, url = "https://books.example/cart") {
  return readCartToken(new Request(url, { headers: { cookie } }));
}

function setOn(url: string): string[] {
  const headers = new Headers();
  setCartCookies(headers, url, token, 3);
  return headers.getSetCookie();
}

test("over https the token's cookie is bound to the host and hidden from scripts", () => {
  expect(setOn("https://books.example/cart")).toEqual([
    `__Host-cart=${token}; HttpOnly; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    "cart-count=3; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
  ]);
});

test("over http, on one's own machine, the cookie has a name that browsers take there", () => {
  expect(setOn("http://localhost:3000/cart")).toEqual([
    `cart=${token}; HttpOnly; Path=/; Max-Age=31536000; SameSite=Lax`,
    "cart-count=3; Path=/; Max-Age=31536000; SameSite=Lax",
  ]);
});

test("a cart that is no more leaves the browser, and the badge shows what is said", () => {
  const headers = new Headers();
  dropCartToken(headers, "https://books.example/cart", 2);
  expect(headers.getSetCookie()).toEqual([
    "__Host-cart=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax; Secure",
    "cart-count=2; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
  ]);
});

test("the token is read back among other cookies", () => {
  expect(tokenIn(`__Host-cart=${token}`)).toBe(token);
  expect(tokenIn(`a=1; __Host-cart=${token};b=2`)).toBe(token);
  expect(readCartToken(new Request("http://localhost:3000/", { headers: { cookie: `cart=${token}` } }))).toBe(token);
});

test("over https a cookie that another host could have set is not a token", () => {
  expect(tokenIn(`cart=${token}`)).toBeNull();
  expect(tokenIn(`cart=${other}; __Host-cart=${token}`)).toBe(token);
});

test("what could not be a token of ours is none", () => {
  const wrong = ["", "A".repeat(42), "A".repeat(44), `${"A".repeat(42)}'`, `${"A".repeat(42)}%`, "' or 1=1 --"];
  for (const value of wrong) expect(tokenIn(`__Host-cart=${value}`), value).toBeNull();
  expect(readCartToken(new Request("https://books.example/"))).toBeNull();
});
