/** Tests of reading settings from the environment: defaults, formats, and combinations that are rejected. */
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { createAddressList } from "#server/network/address-list.ts";
import { readConfig } from "./config.ts";
import { SettingsError } from "./settings-error.ts";

const keys = {
  RAZORPAY_KEY_ID: "rzp_test_Bookshop",
  RAZORPAY_KEY_SECRET: "a_secret_of_the_shop",
  RAZORPAY_WEBHOOK_SECRET: "another_secret",
};

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

test("without any setting the shop opens on port 3000 with test payments", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    dataDir: resolve(".data"),
    databaseUrl: undefined,
    publicUrl: "http://localhost:3000",
    hasDemonstration: true,
    name: "Endpaper",
    shippingFeePaise: 0,
    freeShippingFromPaise: null,
    feedsDrawnCovers: false,
    reservationMinutes: 25,
    reconcileAfterSeconds: 900,
    payments: [{ id: "razorpay", isStandIn: true, keyId: "rzp_test_EndpaperStandIn" }],
  });
});

test("what the shop promises comes from settings, and complaints go to the support addresses unless they have their own", () => {
  const own = {
    SUPPORT_EMAIL: "help@books.example",
    DELIVERY_DAYS_CITIES: "1-2",
    PACKING_DAYS: "0",
    ORDER_CUT_OFF_HOUR: "15",
    RETURN_DAYS: "30",
  };
  expect(readConfig(own).policies).toMatchObject({
    supportHours: "Mon-Fri 9-6 EST",
    grievanceOfficer: { email: "help@books.example", phone: "+91 80 4000 0000" },
    returnDays: 30,
    delivery: {
      packingDays: 0,
      cities: [1, 2],
      rest: [4, 8],
      far: [7, 12],
      cutOffHour: 15,
      packsOn: [1, 2, 3, 4, 5, 6],
      carriersOn: [1, 2, 3, 4, 5, 6],
      daysOff: [],
    },
  });
  expect(readConfig({ ...own, GRIEVANCE_EMAIL: "c@books.example" }).policies.grievanceOfficer.email).toBe(
    "c@books.example",
  );
  for (const days of ["4", "8-4", "a-b", "4 - 8"])
    expect(() => readConfig({ DELIVERY_DAYS_REST: days }), days).toThrow(/DELIVERY_DAYS_REST/);
});

test("an empty setting is a setting not made", () => {
  expect(readConfig({ PORT: "", PUBLIC_URL: "", DATABASE_URL: "", SHIPPING_FEE: "" })).toEqual({
    ...readConfig({}),
    reread: expect.any(Function),
  });
});

test("credentials of the desk are used where the environment sets none of their kind", () => {
  const desk = {
    payments: {
      RAZORPAY_KEY_ID: "rzp_test_desk",
      RAZORPAY_KEY_SECRET: "s".repeat(20),
      RAZORPAY_WEBHOOK_SECRET: "w".repeat(20),
    },
    mail: { SMTP_URL: "smtps://mail.test:465", MAIL_FROM: "desk@shop.test" },
  };
  const { payments, smtpUrl, mailFrom, credentials } = readConfig({ MAIL_FROM: "environment@shop.test" }, desk);
  expect(payments[0]).toMatchObject({ keyId: "rzp_test_desk", isStandIn: false });
  expect({ smtpUrl, mailFrom }).toEqual({ smtpUrl: null, mailFrom: "environment@shop.test" });
  expect(Object.entries(credentials).map(([kind, { source }]) => [kind, source])).toEqual([
    ["payments", "desk"],
    ["sign-in", "none"],
    ["mail", "environment"],
    ["backup", "none"],
    ["shiprocket", "none"],
    ["delhivery", "none"],
    ["whatsapp", "none"],
  ]);
});

test("a shop for the public without credentials names what it lacks, and is begun without the demonstration", () => {
  const env = { PUBLIC_URL: "https://books.example" };
  expect(readConfig(env, null)).toMatchObject({ missing: ["payments", "sign-in", "mail"], hasDemonstration: false });
  const { missing, desk } = readConfig({ ...env, ...keys, ...mail, DESK_URL: "https://desk.books.example" });
  expect({ missing, desk }).toEqual({
    missing: ["sign-in"],
    desk: { isDisabled: false, url: "https://desk.books.example" },
  });
  expect(readConfig({ ...env, ALLOW_TEST_PAYMENTS: "yes" }).missing).toEqual([]);
  expect(readConfig({}).missing).toEqual([]);
});

test("a shop trusts no proxy unless it is told how many there are", () => {
  expect(readConfig({}).proxies.count).toBe(0);
  expect(readConfig({ TRUST_PROXY: "2" }).proxies.count).toBe(2);
  for (const TRUST_PROXY of ["yes", "-1", "10", "1.5"])
    expect(complaint({ TRUST_PROXY })).toContain("a number of proxies");
});

test("proxies on this machine and those in PROXY_ADDRESSES are trusted", () => {
  const listOf = (settings: Record<string, string>) => ({
    isProxy: createAddressList(readConfig({ TRUST_PROXY: "1", ...settings }).proxies.addresses),
  });
  const own = listOf({});
  const named = listOf({ PROXY_ADDRESSES: "10.0.0.5, 172.16.0.0/12,2001:db8::/32" });
  for (const address of ["127.0.0.1", "127.3.2.1", "::1"])
    expect([own.isProxy(address), named.isProxy(address)], address).toEqual([true, true]);
  for (const address of ["10.0.0.5", "172.31.255.1", "2001:db8:1::2"])
    expect([own.isProxy(address), named.isProxy(address)], address).toEqual([false, true]);
  for (const address of ["10.0.0.6", "172.32.0.1", "203.0.113.9"]) expect(named.isProxy(address), address).toBe(false);
  for (const PROXY_ADDRESSES of ["proxy", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.1,", "::1/129", "10.0.0.0/"])
    expect(complaint({ PROXY_ADDRESSES })).toContain("must be addresses or networks such as 10.0.0.5,172.16.0.0/12");
});

test("a proxy on this machine that goes to the shop's own address comes from there, and its word is taken", () => {
  const settings = { TRUST_PROXY: "1", PROXY_ADDRESSES: "10.0.0.5" };
  const isProxy = (HOST: string, address: string) =>
    createAddressList(readConfig({ ...settings, HOST }).proxies.addresses)(address);
  expect([isProxy("10.0.0.11", "10.0.0.11"), isProxy("10.0.0.11", "10.0.0.12")]).toEqual([true, false]);
  expect([isProxy("2001:db8::11", "2001:db8::11"), isProxy("::", "2001:db8::11")]).toEqual([true, false]);
  expect([isProxy("0.0.0.0", "10.0.0.11"), isProxy("0.0.0.0", "0.0.0.0")]).toEqual([false, false]);
});

test("the shop listens on this machine unless it is told an address", () => {
  expect(readConfig({}).host).toBeUndefined();
  for (const HOST of ["0.0.0.0", "::", "192.168.1.5", "localhost"]) expect(readConfig({ HOST }).host).toBe(HOST);
  for (const HOST of ["books.example", "all", "0.0.0.0:80", "*"])
    expect(complaint({ HOST })).toMatch(/must be an address of this machine such as 0\.0\.0\.0.*unset HOST/);
});

test("a shop that a proxy elsewhere reaches must be told where the proxy is", () => {
  for (const HOST of ["0.0.0.0", "::", "192.168.1.5"]) {
    expect(complaint({ HOST, TRUST_PROXY: "1" }), HOST).toContain("Set PROXY_ADDRESSES to the proxy's address");
    expect(readConfig({ HOST, TRUST_PROXY: "1", PROXY_ADDRESSES: "172.16.0.0/12" }).host).toBe(HOST);
    expect(readConfig({ HOST }).host).toBe(HOST);
  }
  for (const HOST of ["", "localhost", "127.0.0.1", "::1"]) readConfig({ HOST, TRUST_PROXY: "1" });
});

test("the port decides the public address while none is set", () => {
  expect(readConfig({ PORT: "8080" })).toMatchObject({ port: 8080, publicUrl: "http://localhost:8080" });
});

const googleKeys = {
  GOOGLE_CLIENT_ID: "1234-bookshop.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "a_secret_of_google",
};
const mail = { SMTP_URL: "smtps://books:secret@mail.example:465" };

test("under a public address a shop needs a mail server, unless it is a demonstration", () => {
  const PUBLIC_URL = "https://books.example";
  expect(readConfig({ ...keys, ...googleKeys, PUBLIC_URL }).missing).toEqual(["mail"]);
  expect(readConfig({ ...keys, ...googleKeys, ...mail, PUBLIC_URL }).smtpUrl).toBe(mail.SMTP_URL);
  expect(readConfig({ ...keys, PUBLIC_URL, ALLOW_TEST_PAYMENTS: "yes" }).smtpUrl).toBeNull();
});

test("the public address is kept as browsers write an origin", () => {
  const publicUrl = (given: string) =>
    readConfig({ ...keys, ...mail, PUBLIC_URL: given, ALLOW_TEST_PAYMENTS: "yes" }).publicUrl;
  expect(publicUrl("https://books.example/")).toBe("https://books.example");
  expect(publicUrl("https://Books.Example:443")).toBe("https://books.example");
  expect(publicUrl("http://books.example:8080")).toBe("http://books.example:8080");
});

test("amounts are given in rupees and kept in paise", () => {
  expect(readConfig({ SHIPPING_FEE: "49.50", FREE_SHIPPING_FROM: "999" })).toMatchObject({
    shippingFeePaise: 49_50,
    freeShippingFromPaise: 999_00,
  });
  expect(readConfig({ SHIPPING_FEE: "1.15" }).shippingFeePaise).toBe(115);
  expect(readConfig({ FREE_SHIPPING_FROM: "0" }).freeShippingFromPaise).toBe(0);
});

test("every wrong setting is named with its value and what it must be", () => {
  const wrong: [name: string, value: string, sentence: string][] = [
    ["PORT", "http", "must be a port number such as 3000"],
    ["PORT", "0", "must be a port number such as 3000"],
    ["PORT", "65536", "must be a port number such as 3000"],
    ["PORT", "0x50", "must be a port number such as 3000"],
    ["PORT", "80.5", "must be a port number such as 3000"],
    ["PUBLIC_URL", "books.example", "must be a web address such as https://books.example"],
    ["PUBLIC_URL", "ftp://books.example", "must be a web address such as https://books.example"],
    ["PUBLIC_URL", "https://books.example/shop", "must be an origin only, without a path"],
    ["PUBLIC_URL", "https://books.example/?a=1", "must be an origin only, without a path"],
    ["SHOP_NAME", "a".repeat(61), "must have at most 60 characters"],
    ["SHOP_NAME", "End\npaper", "must be a name in one line"],
    ["SHIPPING_FEE", "free", "must be an amount in rupees such as 49 or 49.50"],
    ["SHIPPING_FEE", "-1", "must be an amount in rupees such as 49 or 49.50"],
    ["SHIPPING_FEE", "49.999", "must be an amount in rupees such as 49 or 49.50"],
    ["FREE_SHIPPING_FROM", "1e3", "must be an amount in rupees such as 49 or 49.50"],
    ["RAZORPAY_API_BASE", "api.razorpay.com", "must be a web address such as https://api.razorpay.com/v1"],
    ["RESERVATION_MINUTES", "0", "must be whole minutes from 1 to 240"],
    ["RESERVATION_MINUTES", "2.5", "must be whole minutes from 1 to 240"],
    ["RECONCILE_AFTER_SECONDS", "4", "must be whole seconds from 5 to 86400"],
    ["RECONCILE_AFTER_SECONDS", "15m", "must be whole seconds from 5 to 86400"],
    ["ALLOW_TEST_PAYMENTS", "true", 'must be "yes" or "no"'],
  ];
  for (const [name, value, sentence] of wrong) {
    expect(complaint({ [name]: value })).toBe(`These settings cannot be used:\n  ${name}=${value} ${sentence}`);
  }
});

test("everything that is wrong is said at once", () => {
  const said = complaint({ PORT: "x", SHIPPING_FEE: "y", ALLOW_TEST_PAYMENTS: "z" });
  expect(said.split("\n")).toHaveLength(4);
});

test("Razorpay's three keys go together", () => {
  const sentence = "belong together: set all three, or none for test payments.";
  const names = Object.keys(keys) as (keyof typeof keys)[];
  for (const name of names) {
    expect(complaint({ [name]: keys[name] })).toContain(sentence);
    const { [name]: _, ...rest } = keys;
    expect(complaint(rest)).toContain(sentence);
  }
});

test("with keys the payments go to Razorpay itself", () => {
  expect(readConfig({ ...keys, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: "the_one_before" }).payments[0]).toEqual({
    id: "razorpay",
    isStandIn: false,
    standInUrl: null,
    liveKey: null,
    apiBase: "https://api.razorpay.com/v1",
    checkoutSrc: "https://checkout.razorpay.com/v1/checkout.js",
    keyId: "rzp_test_Bookshop",
    keySecret: "a_secret_of_the_shop",
    webhookSecret: "another_secret",
    previousWebhookSecret: "the_one_before",
  });
});

test("test payments never open on an address the world can reach, unless that is said", () => {
  for (const PUBLIC_URL of ["https://books.example", "http://192.168.1.5:3000", "http://localhost.evil.example"]) {
    expect(readConfig({ PUBLIC_URL }).missing).toContain("payments");
    expect(readConfig({ PUBLIC_URL, ALLOW_TEST_PAYMENTS: "yes" }).missing).toEqual([]);
  }
});

test("the loopback is open to nobody else", () => {
  for (const PUBLIC_URL of [
    "http://localhost:4000",
    "http://127.0.0.1:4000",
    "http://127.1.2.3",
    "http://[::1]:4000",
  ]) {
    expect(readConfig({ PUBLIC_URL }).payments[0].isStandIn).toBe(true);
  }
});

test("a GSTIN of another state, or one that is mistyped, does not get as far as a bill", () => {
  const seller = { SELLER_STATE: "KA", SELLER_GSTIN: "29aagcb7383j1z4" };
  expect(readConfig(seller).seller.gstin).toBe("29AAGCB7383J1Z4");
  expect(complaint({ ...seller, SELLER_GSTIN: "27AAPFU0939F1ZV" })).toBe(
    "These settings cannot be used:\n  SELLER_GSTIN=27AAPFU0939F1ZV begins with 27, but the state of the seller is Karnataka (29)",
  );
  expect(complaint({ ...seller, SELLER_GSTIN: "29AAGCB7383J1Z5" })).toContain("one character is mistyped");
  expect(complaint({ ...seller, SELLER_GSTIN: "29AAGCB7383" })).toContain("must be a GSTIN of 15 characters");
});

test("covers are kept in the data folder, in another folder, or in a bucket, and in one place only", () => {
  expect(readConfig({ DATA_DIR: "/srv/shop" }).coverStore).toEqual({ folder: "/srv/shop/covers" });
  expect(readConfig({ DATA_DIR: "/srv/shop", COVERS_FOLDER: "/mnt/covers" }).coverStore).toEqual({
    folder: "/mnt/covers",
  });
  const bucket = {
    COVERS_S3_URL: "https://store.example/covers/",
    COVERS_S3_ACCESS_KEY_ID: "AKIDEXAMPLE",
    COVERS_S3_SECRET_ACCESS_KEY: "a/secret+of/the/shop",
  };
  expect(readConfig({ ...bucket, COVERS_S3_REGION: "ap-south-1" }).coverStore).toEqual({
    url: "https://store.example/covers",
    region: "ap-south-1",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "a/secret+of/the/shop",
  });
  expect(readConfig({ ...bucket, COVERS_S3_URL: "http://127.0.0.1:9000/covers" }).coverStore).toMatchObject({
    region: "us-east-1",
  });
  expect(complaint({ ...bucket, COVERS_FOLDER: "covers" })).toContain("covers are kept in one place. Set one.");
  for (const name of Object.keys(bucket)) expect(complaint({ ...bucket, [name]: "" })).toContain("belong together");
  for (const url of [
    "http://store.example/covers",
    "store.example",
    "https://a:hunter2@store.example/",
    "https://s.example/?x=1",
  ]) {
    const said = complaint({ ...bucket, COVERS_S3_URL: url });
    expect(said).toContain("COVERS_S3_URL=(not shown) must");
    expect(said).not.toContain("hunter2");
  }
});

test("backups go into a folder, or into a bucket with the keys for it", () => {
  expect(readConfig({ DATA_DIR: "/srv/shop" }).backup).toMatchObject({
    folder: "/srv/shop/backups",
    days: 14,
    s3: null,
  });
  const bucket = {
    BACKUP_FOLDER: "s3://our-backups/shop/",
    BACKUP_S3_REGION: "ap-south-1",
    BACKUP_S3_ACCESS_KEY_ID: "AKIDEXAMPLE",
    BACKUP_S3_SECRET_ACCESS_KEY: "a/secret+of/the/shop",
    BACKUP_RECIPIENT: "none",
  };
  expect(readConfig(bucket).backup).toMatchObject({
    folder: "s3://our-backups/shop",
    s3: { endpoint: "https://s3.ap-south-1.amazonaws.com", region: "ap-south-1" },
    recipient: null,
    isUnencryptedAllowed: true,
  });
  const endpoint = (address: string) => ({ ...bucket, BACKUP_S3_ENDPOINT: address });
  expect(readConfig(endpoint("https://store.example/")).backup.s3?.endpoint).toBe("https://store.example");
  for (const wrong of [
    "http://store.example",
    "https://store.example/our-backups",
    "https://a:b@store.example",
    "store",
  ])
    expect(complaint(endpoint(wrong)), wrong).toContain("BACKUP_S3_ENDPOINT=(not shown) must");
  expect(complaint({ ...bucket, BACKUP_FOLDER: "s3://" })).toContain(
    "BACKUP_FOLDER=s3:// must be a folder, or the address",
  );
  expect(complaint({ ...bucket, BACKUP_S3_SECRET_ACCESS_KEY: "" })).toContain("belong together");
  expect(complaint({ BACKUP_FOLDER: "s3://our-backups" })).toContain("BACKUP_FOLDER is a bucket: set BACKUP_S3_ACCESS");
});

test("links to social networks are none, those that are set, or a clear complaint", () => {
  expect(readConfig({}).socialLinks).toEqual([]);
  expect(
    readConfig({
      SOCIAL_YOUTUBE: "https://www.youtube.com/@books",
      SOCIAL_INSTAGRAM: " https://www.instagram.com/books ",
    }).socialLinks,
  ).toEqual([
    { network: "Instagram", url: "https://www.instagram.com/books" },
    { network: "YouTube", url: "https://www.youtube.com/@books" },
  ]);
  for (const given of ["books", "http://www.facebook.com/books", "https://www.facebook.com/", "javascript:alert(1)//x"])
    expect(() => readConfig({ SOCIAL_FACEBOOK: given }), given).toThrow(
      `SOCIAL_FACEBOOK=${given} must be the address of your page there, such as https://www.facebook.com/yourshop`,
    );
  expect(() => readConfig({ SOCIAL_FACEBOOK: "https://asha:hunter2@www.facebook.com/books" })).toThrow(
    "SOCIAL_FACEBOOK=(not shown) must be the address of your page there",
  );
});
