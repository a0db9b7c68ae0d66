/** Tests that log lines are stripped of personal data, secrets and control characters, and of nothing else. */
import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { redactPersonalData } from "./redact.ts";

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
  expect(redactPersonalData(written)).toBe(told);
});

/** Mobile numbers in India begin with 6, 7, 8 or 9. */
const phones = ["6", "7", "8", "9"].flatMap((first) =>
  ["", "+91", "+91 ", "+91-", "91", "91 ", "0091 ", "0", "0 "].flatMap((before) =>
    ["123412345", "1234 12345", "1234-12345", "12 341 2345", "12-341-2345", "123 412 345", "123 412345"].map(
      (rest) => before + first + rest,
    ),
  ),
);
const emails = [
  "meera@mail.test",
  "MEERA.K@MAIL.TEST",
  "m@x.in",
  "meera+books@mail.co.in",
  "meera_k-1@mail-2.example.com",
  "meera%40mail.test",
  "मीरा@mail.test",
  "meera@डाक.भारत",
  `${"m".repeat(64)}@${"d".repeat(63)}.example.com`,
];
const mixed = (length: number) => `aB3-_${"xY7".repeat(20)}`.slice(0, length);
const secrets = [mixed(32), mixed(43), "0123456789abcdef".repeat(2), "deadbeef".repeat(8), `ep_${mixed(43)}`];

/** Positions of data in a line: at its ends, in JSON, quoted, in an address, before punctuation. */
const places: ((data: string) => string)[] = [
  (data) => data,
  (data) => `It fails for ${data}: 550`,
  (data) => `It fails for ${data}.`,
  (data) => `{"of":"${data}"}`,
  (data) => `of=${data}, later`,
  (data) => `(${data})`,
  (data) => `'${data}'\n    at read`,
  (data) => `/readers/${data}/copy`,
  (data) => `<${data}>`,
];

test.each([
  ["phone", phones],
  ["e-mail", emails],
  ["secret", secrets],
])("a line keeps nothing of any %s, wherever it has it", (kind, all) => {
  for (const data of all)
    for (const place of places) {
      const told = redactPersonalData(place(data));
      expect(told, place(data)).toContain(`[${kind}]`);
      const rest = told.replaceAll(/550|\[e-mail\]/g, "");
      expect(rest, place(data)).not.toMatch(/\d{3}|@|%40|mail|meera|मीरा|डाक|xY7|deadbeef/i);
    }
});

test.each(["password", "Secret", "TOKEN", "cookie", "Authorization"])(
  "what is said to be a %s is hidden, however it is written",
  (name) => {
    for (const between of ["=", ": ", ' = "', '":"', "': '", ":"]) {
      const line = `${name}${between}four and more`;
      expect(redactPersonalData(line)).toBe(`${name}${between}[secret] and more`);
    }
  },
);

test("what is a digit or a letter short of a phone number or a secret stays, and a line of just the greatest length too", () => {
  for (const line of [
    "612341234",
    "61234123456",
    "5123412345",
    "order 6123412345-1",
    mixed(31),
    "0123456789abcdef".repeat(2).slice(1),
  ])
    expect(redactPersonalData(line)).toBe(line);
  const longest = "word ".repeat(1_600);
  expect(longest).toHaveLength(8_000);
  expect(redactPersonalData(longest)).toBe(longest);
  expect(redactPersonalData(`${longest}w`)).toBe(`${longest}…`);
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
    expect(redactPersonalData(line)).toBe(line);
});

test("escapes line breaks, terminal controls and bidi characters", () => {
  expect(redactPersonalData("a\u001b[2Jb\rc\u202ed\u0000e\u2028f")).toBe(
    "a\\u001b[2Jb\\u000dc\\u202ed\\u0000e\\u2028f",
  );
});

test("a line has an end, and what is cut off is no part of an address", () => {
  const line = redactPersonalData(`${"word ".repeat(1_598)}meera@mail.example.in ${"x".repeat(1_000_000)}`);
  expect(line.length).toBeLessThan(8_002);
  expect(line).not.toContain("meera");
  expect(redactPersonalData("x".repeat(1_000_000)).length).toBeLessThan(8_002);
});
