import { expect, test } from "vitest";

import { dropFriendCookie, readFriendToken, setFriendCookie } from "./friend-cookie.server.ts";

const url = "https://books.example/wishlists/x";
const token = "A".repeat(43);

test("a friend's browser is known for a year by a secret that is bound to the host and hidden from scripts", () => {
  const headers = new Headers();
  setFriendCookie(headers, url, token);
  dropFriendCookie(headers, url);
  expect(headers.getSetCookie()).toEqual([
    `__Host-friend=${token}; HttpOnly; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    "__Host-friend=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax; Secure",
  ]);
});

test("the secret is read back; what could be none of ours is none", () => {
  const read = (cookie: string) => readFriendToken(new Request(url, { headers: { cookie } }));
  expect(read(`a=1; __Host-friend=${token}`)).toBe(token);
  for (const cookie of ["", `friend=${token}`, "__Host-friend=", `__Host-friend=${token}A`])
    expect(read(cookie), cookie).toBeNull();
});
