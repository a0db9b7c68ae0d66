import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { withoutPersonalData } from "./without-personal-data.ts";

const session = randomBytes(32).toString("base64url").replace(/^./, "aA1");

test.each([
  ["No letter to meera.k+books@mail.example.in: 550", "No letter to [e-mail]: 550"],
  ["Call +91 98450 12345 or 9845012345.", "Call [phone] or [phone]."],
  ["GET https://shop.test/search?q=my+illness&page=2 failed", "GET https://shop.test/search?… failed"],
  ["/auth/google/callback?code=4/0Aa&state=x", "/auth/google/callback?…"],
  [`Session ${session} is over.`, "Session [secret] is over."],
  [`/orders/EP-0123456789?key=${session}`, "/orders/EP-0123456789?…"],
  ["authorization: Bearer abcdefgh.ijk", "authorization: [secret]"],
  ["The token ep_live_0011 was sent as Bearer ep_live_00112233", "The token ep_live_0011 was sent as [secret]"],
  ['{"password":"geheim1"}', '{"password":"[secret]"}'],
  [`hash ${"0f".repeat(32)}`, "hash [secret]"],
])("%s", (written, told) => {
  expect(withoutPersonalData(written)).toBe(told);
});

test("what helps to find a trouble stays", () => {
  for (const line of [
    "Order EP-7K2M9QX401 could not be checked at Razorpay: pay_NxT4bQzP0aBcDe",
    "Trouble 1234 5678: Error: no such column\n    at read (file:///srv/shop/catalogue/read-shelf.server.ts:12:34)",
    "    at async file:///srv/node_modules/@react-router/node/dist/index.js?v=1:3:4".replace("?v=1", ""),
    "Job letters failed (run letters-417, 3 in a row, next in 16 s): Error: connect ECONNREFUSED 127.0.0.1:25",
    "isbn 9788129116123, at 1763872000123",
    "The shop listens on this machine only (localhost, port 3000): is that right?",
  ])
    expect(withoutPersonalData(line)).toBe(line);
});

test("nobody forges a line, moves a cursor or turns words round", () => {
  expect(withoutPersonalData("a\u001b[2Jb\rc\u202ed\u0000e\u2028f")).toBe(
    "a\\u001b[2Jb\\u000dc\\u202ed\\u0000e\\u2028f",
  );
});

test("a line has an end, and what is cut off is no part of an address", () => {
  const line = withoutPersonalData(`${"word ".repeat(1_598)}meera@mail.example.in ${"x".repeat(1_000_000)}`);
  expect(line.length).toBeLessThan(8_002);
  expect(line).not.toContain("meera");
  expect(withoutPersonalData("x".repeat(1_000_000)).length).toBeLessThan(8_002);
});
