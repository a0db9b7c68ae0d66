import { expect, test } from "vitest";

import { readCredentials } from "#shop/office/credentials/read-credentials.ts";
import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { readConfig } from "./config/config.ts";
import { SettingsError } from "./config/settings-error.ts";
import { createCredentials } from "./credentials.ts";

const outside = await openOutsideCarriers();
const { SHIPROCKET_API_BASE = "", DELHIVERY_API_BASE = "" } = outside.settings;
const credentials = createCredentials(() => readConfig({ SHIPROCKET_API_BASE, DELHIVERY_API_BASE }), "a link key");

const shiprocket = {
  email: "api@shop.test",
  secretPassword: "shiprocket_password",
  place: "Church Street",
  pin: "560001",
};
const delhivery = { secretToken: "delhivery_token_of_the_tests", place: "Church Street", pin: "560001" };

async function tryForm(kind: "shiprocket" | "delhivery", form: Record<string, string>): Promise<string | null> {
  const read = readCredentials(kind, form);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return credentials.findTrouble(kind, read.values);
}

test("the account of a carrier is tried before it is used", async () => {
  expect(await tryForm("shiprocket", shiprocket)).toBeNull();
  expect(await tryForm("delhivery", delhivery)).toBeNull();
});

test.each([
  ["shiprocket", { ...shiprocket, secretPassword: "another_password" }, "Invalid email and password combination"],
  [
    "shiprocket",
    { ...shiprocket, place: "church street" },
    "no pickup address “church street”. It has: Church Street.",
  ],
  ["shiprocket", { ...shiprocket, pin: "560002" }, "has the PIN code 560001"],
  ["delhivery", { ...delhivery, secretToken: "another_token_of_the_tests" }, "Delhivery rejects the login"],
  ["delhivery", { ...delhivery, pin: "799999" }, "does not serve the PIN code 799999"],
] as const)("%s names what is wrong, and repeats no secret", async (kind, form, words) => {
  const trouble = await tryForm(kind, form);
  expect(trouble).toContain(words);
  expect(trouble).not.toContain("another_");
});

test("the forms of carriers name what is missing or malformed", () => {
  expect(readCredentials("shiprocket", { ...shiprocket, email: "api", pin: "012345", place: " " })).toEqual({
    ok: false,
    errors: {
      email: "Write the e-mail address of the API user.",
      pin: "A PIN code has six digits, such as 560001.",
      place: "Enter the nickname of the pickup address.",
    },
  });
  expect(readCredentials("delhivery", { ...delhivery, secretToken: "short" })).toMatchObject({
    ok: false,
    errors: { secretToken: "This is shorter than an API token. Copy it again." },
  });
});

test("settings of a carrier belong together", () => {
  expect(() => readConfig({ SHIPROCKET_EMAIL: "api@shop.test" })).toThrow(SettingsError);
  expect(() => readConfig({ DELHIVERY_PICKUP: "Church Street" })).toThrow("belong together");
  expect(readConfig(outside.settings).carriers).toMatchObject({ shiprocket: { pickupPin: "560001" } });
});

test("the addresses for scans differ by carrier, and Shiprocket accepts the secret part", () => {
  const { scans } = credentials.addresses();
  expect(scans.shiprocket).not.toBe(scans.delhivery);
  expect(new URL(scans.shiprocket).pathname).not.toMatch(/shiprocket|kartrocket|sr|kr/);
});
