import { expect, test } from "vitest";

import { readConfig } from "./config/config.ts";
import { createCredentials } from "./credentials.ts";

const mistakesOf = (values: Record<string, string>, environment = {}) =>
  createCredentials(() => readConfig({ DATA_DIR: "/nowhere", ...environment }), "").findMistakes("sign-in", {
    GOOGLE_CLIENT_ID: "1234-abc.apps.googleusercontent.com",
    GOOGLE_CLIENT_SECRET: "GOCSPX-abc",
    ...values,
  });

test("a client that Google cannot know is said at its field, without the environment's names", () => {
  expect(mistakesOf({})).toEqual({});
  const { clientId } = mistakesOf({ GOOGLE_CLIENT_ID: "1234-abc" });
  expect(clientId).toContain("ends with .apps.googleusercontent.com");
  expect(clientId).not.toContain("GOOGLE_");
  const unencrypted = { PUBLIC_URL: "http://shop.example", DESK_URL: "https://desk.example" };
  expect(mistakesOf({}, unencrypted).clientId).toContain("needs its public address first");
});

test("another provider of sign-ins names its clients otherwise", () => {
  expect(mistakesOf({ GOOGLE_CLIENT_ID: "our-shop" }, { GOOGLE_ISSUER: "https://id.example" })).toEqual({});
});
