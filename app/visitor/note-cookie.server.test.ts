import { expect, test } from "vitest";

import { leaveNote, takeNote } from "./note-cookie.server.ts";

function take(cookie: string, subject = "EP-7K2M9QX4TB") {
  const headers = new Headers();
  const request = new Request("https://books.example/orders/EP-7K2M9QX4TB", { headers: { cookie } });
  return { note: takeNote(headers, request, subject), cookies: headers.getSetCookie() };
}

test("a note is for the next page of its subject, hidden from scripts, for a minute at most", () => {
  const headers = new Headers();
  leaveNote(headers, "https://books.example/cart/lines", "cart", "limited");
  expect(headers.getSetCookie()).toEqual(["note=cart.limited; HttpOnly; Path=/; Max-Age=60; SameSite=Lax; Secure"]);
});

test("a note that was taken is gone, and one about something else stays", () => {
  expect(take("a=1; note=EP-7K2M9QX4TB.cancelled; b=2")).toEqual({
    note: "cancelled",
    cookies: ["note=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax; Secure"],
  });
  for (const cookie of ["", "note=", "note=cart.limited", "note=EP-7K2M9QX4TB", "notes=EP-7K2M9QX4TB.cancelled"])
    expect(take(cookie), cookie).toEqual({ note: null, cookies: [] });
});
