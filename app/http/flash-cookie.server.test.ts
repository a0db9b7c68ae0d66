import { expect, test } from "vitest";

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
