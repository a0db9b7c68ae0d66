import { isIP } from "node:net";
import { resolve } from "node:path";

import { z } from "zod";

import { findGstinError } from "#shop/documents/gstin.ts";
import { indianStates } from "#shop/places/indian-states.ts";
import type { Seller } from "#shop/documents/document.ts";
import type { StorePolicies } from "#shop/services.ts";
import { isAddressOrNetwork } from "#server/network/address-list.ts";
import type { ProxySettings } from "#server/network/client-network.ts";
import { readGoogle, type GoogleConfig } from "./google-config.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { storePolicySettings, readStorePolicies } from "./store-policy-settings.ts";
import { coverStoreSettings, readCoverStore, type CoverStoreConfig } from "./cover-store-settings.ts";
import { readRazorpay, type RazorpayConfig } from "./razorpay-config.ts";
import { isSecretSetting } from "./secret-settings.ts";
import { SettingsError } from "./settings-error.ts";

/** All settings of one running shop, parsed once. */
export interface Config {
  /** An address to listen on besides the loopback ones. */
  host: string | undefined;
  port: number;
  dataDir: string;
  /** Where pictures of covers are kept. */
  coverStore: CoverStoreConfig;
  /** How much of the disk covers, portraits and the like may take that the shop drew itself. */
  drawnPicturesGigabytes: number;
  databaseUrl: string | undefined;
  /** Origin readers use, no trailing slash. */
  publicUrl: string;
  /** Proxies in front of the shop whose word on a caller's address counts. */
  proxies: ProxySettings;
  /** Whether a shop without books gets those of the demonstration. */
  hasDemonstration: boolean;
  shopName: string;
  shippingFeePaise: number;
  freeShippingFromPaise: number | null;
  /** Whether books with drawn covers are in the feed for Google Merchant Center. */
  feedsDrawnCovers: boolean;
  reservationMinutes: number;
  reconcileAfterSeconds: number;
  razorpay: RazorpayConfig;
  policies: StorePolicies;
  google: GoogleConfig;
  seller: Seller;
  /** Where letters are handed over; null for the mailbox stand-in. */
  smtpUrl: string | null;
  /** The address letters come from. */
  mailFrom: string;
}

const httpUrl = (example: string) => z.url({ protocol: /^https?$/, error: `must be a web address such as ${example}` });
/** Keys and money pass here: nobody on the way may read or change it. */
const safeUrl = (example: string) =>
  httpUrl(example).refine((url) => !URL.canParse(url) || url.startsWith("https:") || isLoopback(url), {
    error: "must start with https://, unless it is on this machine",
  });
const rupees = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "must be an amount in rupees such as 49 or 49.50")
  .transform(Number);
const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .refine((given) => /^\d{1,6}$/.test(given) && Number(given) >= min && Number(given) <= max, {
      error: `must be ${what} from ${min} to ${max}`,
    })
    .transform(Number);
const secret = z.string().min(8, "must have at least 8 characters");

const settings = z.object({
  HOST: z
    .string()
    .refine((given) => isIP(given) !== 0 || given === "localhost", {
      error:
        "must be an address of this machine such as 0.0.0.0 (all of them) or 192.168.1.5; some other programs set HOST " +
        "too: if you did not set it for the shop, unset HOST",
    })
    .optional(),
  PORT: z
    .string()
    .refine((given) => /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65535, {
      error: "must be a port number such as 3000",
    })
    .transform(Number)
    .default(3000),
  DATA_DIR: z.string().default(".data"),
  DRAWN_PICTURES_GB: wholeNumber(1, 10_000, "whole gigabytes").default(2),
  DATABASE_URL: z
    .string()
    .refine((given) => /^postgres(ql)?:\/\//.test(given) && URL.canParse(given), {
      error: "must be an address such as postgres://user:password@host:5432/endpaper",
    })
    .optional(),
  PUBLIC_URL: httpUrl("https://books.example")
    .refine((url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`, {
      error: "must be an origin only, without a path",
    })
    .optional(),
  TRUST_PROXY: wholeNumber(0, 9, "a number of proxies").default(0),
  PROXY_ADDRESSES: z
    .string()
    .transform((given) => given.split(",").map((entry) => entry.trim()))
    .refine((entries) => entries.every(isAddressOrNetwork), {
      error: "must be addresses or networks such as 10.0.0.5,172.16.0.0/12",
    })
    .default([]),
  CATALOGUE: z
    .enum(["demo", "none"], { error: "must be demo (a shop without books gets those of the demonstration) or none" })
    .default("demo"),
  SHOP_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]{1,60}$/u, "must be a name of 1 to 60 characters")
    .default("Endpaper"),
  SHIPPING_FEE: rupees.default(0),
  FREE_SHIPPING_FROM: rupees.optional(),
  MERCHANT_FEED_DRAWN_COVERS: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
  RESERVATION_MINUTES: wholeNumber(1, 240, "whole minutes").default(25),
  RECONCILE_AFTER_SECONDS: wholeNumber(5, 86_400, "whole seconds").default(900),
  RAZORPAY_API_BASE: safeUrl("https://api.razorpay.com/v1").optional(),
  RAZORPAY_CHECKOUT_SRC: safeUrl("https://checkout.razorpay.com/v1/checkout.js").optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_\w+$/, "must start with rzp_test_ or rzp_live_")
    .optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret.optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).max(255).optional(),
  GOOGLE_CLIENT_SECRET: secret.optional(),
  GOOGLE_ISSUER: httpUrl("https://accounts.google.com").optional(),
  SMTP_URL: z
    .string()
    .refine((given) => /^smtps?:\/\//.test(given) && URL.canParse(given), {
      error: "must be an address such as smtps://user:password@mail.example:465",
    })
    .optional(),
  MAIL_FROM: z.email("must be an e-mail address").default("books@endpaper.example"),
  SELLER_NAME: z.string().trim().min(1).max(120).default("Endpaper Books (demonstration)"),
  SELLER_ADDRESS: z.string().trim().min(1).max(300).default("12 Church Street; Bengaluru 560001"),
  SELLER_STATE: z
    .enum(
      indianStates.map((state) => state.code),
      "must be a state's two letters such as KA",
    )
    .default("KA"),
  SELLER_GSTIN: z.string().trim().toUpperCase().optional(),
  SUPPORT_EMAIL: z.email("must be an e-mail address").default("help@endpaper.example"),
  SUPPORT_PHONE: z.string().trim().min(5).max(30).default("+91 80 4000 0000"),
  ...coverStoreSettings,
  ...storePolicySettings,
  ALLOW_TEST_PAYMENTS: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
});

/** Names of all settings. */
export const settingNames = Object.keys(settings.shape);

/** Path of the mailbox that letters go to while no mail server is set. */
export const mailboxPath = "/stand-ins/mailbox";

/** Reads the environment; throws a SettingsError that lists everything wrong at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty setting is a setting not made, as in `PORT= npm start`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `  ${name}=${isSecretSetting(name, given[name] ?? "") ? "(not shown)" : given[name]} ${issue.message}`;
    });
    throw new SettingsError(`These settings cannot be used:\n${lines.join("\n")}`);
  }
  const read = parsed.data;
  const gstinError = read.SELLER_GSTIN && findGstinError(read.SELLER_GSTIN, read.SELLER_STATE);
  if (gstinError) {
    throw new SettingsError(`These settings cannot be used:\n  SELLER_GSTIN=${read.SELLER_GSTIN} ${gstinError}`);
  }
  const publicUrl = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).origin;
  refuseStandInsBesideLiveKeys(read);
  refuseUnnamedProxies(read);
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR),
    coverStore: readCoverStore(read, resolve(read.DATA_DIR)),
    drawnPicturesGigabytes: read.DRAWN_PICTURES_GB,
    databaseUrl: read.DATABASE_URL,
    publicUrl,
    proxies: {
      count: read.TRUST_PROXY,
      addresses: ["127.0.0.0/8", "::1", ...read.PROXY_ADDRESSES],
    },
    hasDemonstration: read.CATALOGUE === "demo",
    shopName: read.SHOP_NAME,
    shippingFeePaise: Math.round(read.SHIPPING_FEE * 100),
    freeShippingFromPaise: read.FREE_SHIPPING_FROM === undefined ? null : Math.round(read.FREE_SHIPPING_FROM * 100),
    feedsDrawnCovers: read.MERCHANT_FEED_DRAWN_COVERS === "yes",
    reservationMinutes: read.RESERVATION_MINUTES,
    reconcileAfterSeconds: read.RECONCILE_AFTER_SECONDS,
    razorpay: readRazorpay(read, publicUrl, read.ALLOW_TEST_PAYMENTS === "yes"),
    google: readGoogle(read, publicUrl, read.ALLOW_TEST_PAYMENTS === "yes"),
    seller: {
      legalName: read.SELLER_NAME,
      addressLines: read.SELLER_ADDRESS.split(/\s*;\s*/),
      gstin: read.SELLER_GSTIN ?? null,
      stateCode: read.SELLER_STATE,
      email: read.SUPPORT_EMAIL,
      phone: read.SUPPORT_PHONE,
    },
    policies: readStorePolicies(read),
    smtpUrl: readSmtpUrl(read, publicUrl),
    mailFrom: read.MAIL_FROM,
  };
}

/** With a stand-in anybody may be any reader, or read everybody's letters: no place for real money. */
function refuseStandInsBesideLiveKeys(read: z.infer<typeof settings>) {
  if (!read.RAZORPAY_KEY_ID?.startsWith("rzp_live_")) return;
  if (read.ALLOW_TEST_PAYMENTS === "yes") {
    throw new SettingsError(
      "ALLOW_TEST_PAYMENTS=yes is for demonstrations, and RAZORPAY_KEY_ID is a live key: real money would be taken in a " +
        "shop where anybody may sign in as anybody. Remove ALLOW_TEST_PAYMENTS, or use Razorpay's test keys.",
    );
  }
  const dangers = [
    ...(read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET
      ? []
      : ["Without GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET anybody could sign in as anybody."]),
    ...(read.SMTP_URL
      ? []
      : ["Without SMTP_URL readers get no e-mails, and anybody could read those written to them."]),
  ];
  if (dangers.length === 0) return;
  throw new SettingsError(
    `RAZORPAY_KEY_ID is a live key, so readers pay real money. ${dangers.join(" ")} Set what is missing, or use Razorpay's test keys.`,
  );
}

/** A proxy elsewhere whose address is not known could not say who its readers are: all would share one's limits. */
function refuseUnnamedProxies({ TRUST_PROXY, HOST, PROXY_ADDRESSES }: z.infer<typeof settings>) {
  const isReachedFromElsewhere = HOST !== undefined && !isLoopback(`http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}`);
  if (TRUST_PROXY === 0 || !isReachedFromElsewhere || PROXY_ADDRESSES.length > 0) return;
  throw new SettingsError(
    `TRUST_PROXY=${TRUST_PROXY} and HOST=${HOST} say that the shop is behind a proxy on another machine or in another container, and ` +
      "PROXY_ADDRESSES does not name it: the shop would count all readers as one. Set PROXY_ADDRESSES to the " +
      "proxy's address or network, such as 172.16.0.0/12. If the proxy is on this machine, remove HOST.",
  );
}

function readSmtpUrl(read: z.infer<typeof settings>, publicUrl: string): string | null {
  if (read.SMTP_URL) return read.SMTP_URL;
  if (isLoopback(publicUrl) || read.ALLOW_TEST_PAYMENTS === "yes") return null;
  throw new SettingsError(
    `No mail server is set, and ${publicUrl} is open to the world: readers would get no letters. ` +
      "Set SMTP_URL, such as smtps://user:password@mail.example:465",
  );
}
