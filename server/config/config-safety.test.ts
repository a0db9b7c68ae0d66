/** Tests that unsafe settings are rejected, and that no error message shows a secret. */
import { expect, test } from "vitest";

import { readConfig, settingNames } from "./config.ts";
import { SettingsError } from "./settings-error.ts";

const liveKeys = {
  RAZORPAY_KEY_ID: "rzp_live_Bookshop",
  RAZORPAY_KEY_SECRET: "a_secret_of_the_shop",
  RAZORPAY_WEBHOOK_SECRET: "another_secret",
};
const testKeys = { ...liveKeys, RAZORPAY_KEY_ID: "rzp_test_Bookshop" };
const google = {
  GOOGLE_CLIENT_ID: "1234-bookshop.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "a_secret_of_google",
};
const mail = { SMTP_URL: "smtps://books:secret@mail.example:465" };
const PUBLIC_URL = "https://books.example";

/** The error message for these settings; null when they are valid. */
function complaint(env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
}

test("whatever the setting, a password in its address is never printed", () => {
  const addresses = [
    "ftp://shop:hunter2@db.example/x",
    "http://shop:hunter2@evil.example/x",
    "https://shop:hunter2@books.example",
    "mysql:shop:hunter2@db.example",
    "smtp//shop:hunter2@mail.example",
    "postgres://shop:hunter2@[db.example/endpaper",
    "smtps://shop:hunter2@mail example:465",
    "//shop:hunter2@x\n",
  ];
  let refused = 0;
  for (const base of [{}, { ...testKeys, ...google, ...mail }]) {
    for (const name of settingNames) {
      for (const value of addresses) {
        const said = complaint({ ...base, [name]: value });
        if (said === null) continue;
        refused += 1;
        expect(said, `${name}=${value}`).not.toContain("hunter2");
      }
    }
  }
  expect(refused).toBeGreaterThan(settingNames.length);
});

test("what a secret, a key, a password or a token is set to is never printed, nor the address of a service", () => {
  const secretNames = settingNames.filter(
    (name) => /SECRET|KEY|PASSWORD|TOKEN|_URL$/.test(name) && !["PUBLIC_URL", "DESK_URL"].includes(name),
  );
  expect(secretNames).toEqual(
    expect.arrayContaining(["DATABASE_URL", "SMTP_URL", "RAZORPAY_KEY_ID", "RAZORPAY_WEBHOOK_SECRET_PREVIOUS"]),
  );
  for (const name of secretNames) {
    const said = complaint({ ...liveKeys, ...google, ...mail, [name]: "hunt2" });
    expect(said, name).toContain(`${name}=(not shown)`);
    expect(said, name).not.toContain("hunt2");
  }
});

test("what the shop says of a wrong mail server or database names the setting and shows how it is written", () => {
  expect(complaint({ SMTP_URL: "smtp:/books:hunter2@mail.example" })).toBe(
    "These settings cannot be used:\n  SMTP_URL=(not shown) must be an address such as smtps://user:password@mail.example:465",
  );
  for (const DATABASE_URL of ["mysql://shop:hunter2@db.example/endpaper", "postgres://shop:hunter2@[db.example/x"])
    expect(complaint({ DATABASE_URL })).toContain(
      "must be an address such as postgres://user:password@host:5432/endpaper",
    );
});

test("keys and money go over https, or to this machine", () => {
  for (const name of ["RAZORPAY_API_BASE", "RAZORPAY_CHECKOUT_SRC"]) {
    for (const value of ["http://api.razorpay.com/v1", "http://192.168.1.5/v1", "http://localhost.evil.example/v1"])
      expect(complaint({ ...testKeys, [name]: value }), value).toContain(
        "must start with https://, unless it is on this machine",
      );
    for (const value of ["https://api.razorpay.com/v1", "http://127.0.0.1:4000/v1", "http://localhost:4000/v1"])
      expect(complaint({ ...testKeys, [name]: value }), value).toBeNull();
  }
});

test("live keys and a demonstration exclude each other, under every address", () => {
  for (const where of [{ PUBLIC_URL }, { PUBLIC_URL: "http://localhost:3000" }]) {
    const said = complaint({ ...liveKeys, ...google, ...mail, ...where, ALLOW_TEST_PAYMENTS: "yes" });
    expect(said).toContain("ALLOW_TEST_PAYMENTS=yes is for demonstrations, and RAZORPAY_KEY_ID is a live key");
    expect(complaint({ ...liveKeys, ...google, ...mail, ...where })).toBeNull();
  }
});

test("a shop that takes real money never sells the demonstration's books by itself", () => {
  const live = { ...liveKeys, ...google, ...mail };
  expect(readConfig(live).hasDemonstration).toBe(false);
  expect(readConfig({ ...live, ...testKeys }).hasDemonstration).toBe(true);
  expect(readConfig({ CATALOGUE: "none" }).hasDemonstration).toBe(false);
  expect(complaint({ ...live, CATALOGUE: "demo" })).toMatch(/live key.*CATALOGUE=demo/);
  expect(complaint({ ...live, CATALOGUE: "none" })).toBeNull();
});

test("live keys exclude stand-ins, even on localhost", () => {
  expect(complaint({ ...liveKeys })).toMatch(/live key.*GOOGLE_CLIENT_ID.*SMTP_URL/);
  expect(complaint({ ...liveKeys, ...mail })).toMatch(/live key.*GOOGLE_CLIENT_ID/);
  expect(complaint({ ...liveKeys, ...google })).toMatch(/live key.*SMTP_URL/);
  expect(complaint({ ...liveKeys, ...google, ...mail })).toBeNull();
  // A shop for the public uses no stand-ins, and is not open as long as something is missing.
  expect(complaint({ ...liveKeys, PUBLIC_URL })).toBeNull();
});

test("with test keys a demonstration may have stand-ins: no money moves", () => {
  expect(complaint({ ...testKeys, PUBLIC_URL, ALLOW_TEST_PAYMENTS: "yes" })).toBeNull();
  expect(complaint({ ...testKeys })).toBeNull();
});

test("a number is taken from its smallest to its largest, and none beyond", () => {
  const ranges = {
    PORT: [1, 65_535],
    TRUST_PROXY: [0, 9],
    DRAWN_PICTURES_GB: [1, 10_000],
    RESERVATION_MINUTES: [1, 240],
    RECONCILE_AFTER_SECONDS: [5, 86_400],
    RETURN_DAYS: [1, 365],
    PACKING_DAYS: [0, 30],
  };
  for (const [name, [min, max]] of Object.entries(ranges) as [string, [number, number]][]) {
    for (const good of [min, max]) expect(complaint({ [name]: String(good) }), `${name}=${good}`).toBeNull();
    for (const bad of [min - 1, max + 1])
      expect(complaint({ [name]: String(bad) }), `${name}=${bad}`).toContain(`${name}=${bad} must be`);
  }
});

test("who sells, writes and signs readers in is who the settings say, in lines of a length that a bill has room for", () => {
  const set = {
    SELLER_NAME: "N".repeat(120),
    SELLER_ADDRESS: "1 Street ; Mumbai 400001",
    SELLER_STATE: "MH",
    SUPPORT_EMAIL: "help@books.example",
    SUPPORT_PHONE: "+91 22 1234 5678",
    MAIL_FROM: "orders@books.example",
    ...google,
    GOOGLE_ISSUER: "https://login.books.example",
  };
  expect(readConfig(set)).toMatchObject({
    seller: {
      legalName: set.SELLER_NAME,
      addressLines: ["1 Street", "Mumbai 400001"],
      stateCode: "MH",
      email: set.SUPPORT_EMAIL,
      phone: set.SUPPORT_PHONE,
    },
    mailFrom: set.MAIL_FROM,
    google: { isStandIn: false, issuer: set.GOOGLE_ISSUER, clientId: google.GOOGLE_CLIENT_ID },
  });
  for (const [name, value] of Object.entries({
    SELLER_NAME: "N".repeat(121),
    SELLER_ADDRESS: "A".repeat(301),
    SUPPORT_PHONE: "1".repeat(31),
    MAIL_FROM: "orders",
  }))
    expect(complaint({ ...set, [name]: value }), name).toContain(name);
  expect(complaint({ SELLER_ADDRESS: "A".repeat(300), SUPPORT_PHONE: "1".repeat(30) })).toBeNull();
});
