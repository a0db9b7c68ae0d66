import { expect, test } from "vitest";

import { readConfig } from "./config.ts";
import { deskWarning } from "./desk-config.ts";

const google = { GOOGLE_CLIENT_ID: "1234-abc.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "GOCSPX-secret" };
const open = { PUBLIC_URL: "https://books.example", SMTP_URL: "smtp://mail.example", ...google };
const payments = {
  RAZORPAY_KEY_ID: "rzp_test_1",
  RAZORPAY_KEY_SECRET: "secret-secret",
  RAZORPAY_WEBHOOK_SECRET: "secret-hook",
};
const deskOf = (env: Record<string, string>) => readConfig({ ...payments, ...env }).desk;

test("beside a shop on this machine the desk is open with nothing set, on a host of its own", () => {
  expect(deskOf({})).toEqual({ isDisabled: false, url: "http://desk.localhost:3000" });
  expect(deskOf({ PORT: "4321" })).toEqual({ isDisabled: false, url: "http://desk.localhost:4321" });
  expect(deskOf({ PUBLIC_URL: "http://127.0.0.1:8080" })).toEqual({
    isDisabled: false,
    url: "http://desk.localhost:8080",
  });
});

test("under a public address it is shut until DESK_URL says where it is", () => {
  expect(deskOf(open)).toEqual({ isDisabled: true, why: expect.stringContaining("set DESK_URL") });
  expect(deskOf({ ...open, DESK_URL: "https://desk.books.example/" })).toEqual({
    isDisabled: false,
    url: "https://desk.books.example",
  });
});

test("with test sign-in it is open on this machine only", () => {
  const demonstration = { PUBLIC_URL: "https://books.example", ALLOW_TEST_PAYMENTS: "yes" };
  for (const env of [
    { ...demonstration, DESK_URL: "https://desk.books.example" },
    { ...demonstration, DESK_URL: "http://desk.localhost:3000" },
    { DESK_URL: "https://desk.books.example" },
  ])
    expect(deskOf(env)).toEqual({
      isDisabled: true,
      why: expect.stringContaining("anybody could sign in there as anybody"),
    });
  expect(deskOf({ DESK_URL: "http://office.localhost:3000" })).toMatchObject({ isDisabled: false });
});

test.each([
  ["https://books.example", "must have a host of its own"],
  ["https://books.example:8443", "must have a host of its own"],
  ["https://books.example.", "must have a host of its own"],
  ["https://BOOKS.example.:8443", "must have a host of its own"],
  ["https://203.0.113.9", "must have a host name"],
  ["http://desk.books.example", "must start with https://"],
  ["https://desk.books.example/desk", "must be an origin only"],
  ["desk.books.example", "must be a web address"],
])("DESK_URL=%s is refused: %s", (url, why) => {
  expect(() => deskOf({ ...open, DESK_URL: url })).toThrow(why);
});

test("Google's keys with an address of this machine are warned about", () => {
  const config = readConfig({ ...payments, ...google });
  expect(deskWarning(config.desk, config.google)).toContain("http://desk.localhost:3000/auth/google/callback");
  const elsewhere = readConfig({ ...payments, ...open, DESK_URL: "https://desk.books.example" });
  expect(deskWarning(elsewhere.desk, elsewhere.google)).toBeNull();
  expect(deskWarning(readConfig({}).desk, readConfig({}).google)).toBeNull();
});
