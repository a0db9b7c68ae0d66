/** Reads the settings of a shop from the environment, and rejects values and combinations that are wrong or unsafe. */
import { isIP } from "node:net";
import { resolve } from "node:path";

import { z } from "zod";

import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { findGstinError } from "#shop/sales/documents/gstin.ts";
import {
  changeableShape,
  isSettingName,
  toSettings,
  type ChangeableSettings,
} from "#shop/office/settings/changeable-settings.ts";
import { isAddressOrNetwork } from "#server/network/address-list.ts";
import type { ProxySettings } from "#server/network/client-network.ts";
import { readGoogle, type GoogleConfig } from "./google-config.ts";
import { ownAddress } from "#server/network/own-address.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { backupSettings, readBackup, type BackupConfig } from "./backup-settings.ts";
import { carrierSettings, readCarriers, type CarrierConfig } from "./carrier-settings.ts";
import { messengerSettings, readMessengers, type MessengerConfig } from "./messenger-settings.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import { chooseCredentials, findMissing, type CredentialsInUse, type DeskCredentials } from "./credential-settings.ts";
import { readDesk, type DeskConfig } from "./desk-config.ts";
import { coverStoreSettings, readCoverStore, type CoverStoreConfig } from "./cover-store-settings.ts";
import { pageWordsSettings, readPageWords, type WordsOfEnvironment } from "./page-words-settings.ts";
import { paymentSettings, readPayments, type PaymentConfig } from "./payment-config.ts";
import { httpUrl, safeUrl, secret } from "./setting-shapes.ts";
import { isSecretSetting } from "./secret-settings.ts";
import { SettingsError } from "./settings-error.ts";
import { readWatch, watchSettings, type WatchConfig } from "./watch-settings.ts";

/**
 * All settings of a running shop. Settings that the owner can change at the desk have the environment's values here,
 * not the changed ones.
 */
export interface Config extends ChangeableSettings {
  /** An address to listen on in addition to loopback. */
  host: string | undefined;
  port: number;
  dataDir: string;
  coverStore: CoverStoreConfig;
  /** Limit of disk space for the covers, portraits and other pictures that the shop draws, in gigabytes. */
  drawnPicturesGigabytes: number;
  databaseUrl: string | undefined;
  /** The address of the database itself, when `databaseUrl` is a pooler. */
  databaseDirectUrl: string | undefined;
  /** The address of a read replica, or of a load balancer for several. */
  databaseReadUrl: string | undefined;
  backup: BackupConfig;
  watch: WatchConfig;
  /** The origin that visitors use, without a trailing slash. */
  publicUrl: string;
  /** Proxies in front of the shop whose forwarding headers are trusted. */
  proxies: ProxySettings;
  /** The address of the CDN for purge requests. Without it, shared caches may not store pages. */
  cdnPurgeUrl: string | undefined;
  /** The secret that authenticates purge requests. */
  cdnPurgeSecret: string | undefined;
  /** The environment's values of the settings that the desk can change, as text. */
  fromEnvironment: Record<string, string>;
  pageWords: WordsOfEnvironment;
  /** Whether an empty shop is filled with the demonstration books. */
  hasDemonstration: boolean;
  reconcileAfterSeconds: number;
  /** The payment providers in use; the first one takes new payments. */
  payments: readonly [PaymentConfig, ...PaymentConfig[]];
  carriers: CarrierConfig;
  messengers: MessengerConfig;
  google: GoogleConfig;
  desk: DeskConfig;
  /** The mail server for letters; null for the mailbox stand-in, or if it is missing. */
  smtpUrl: string | null;
  /** The sender of letters. */
  mailFrom: string;
  credentials: CredentialsInUse;
  /** The services without credentials for which the shop may not use stand-ins, as others reach it. */
  missing: CredentialKind[];
  /** The settings of the same environment with other credentials of the desk; throws a SettingsError if they do not fit. */
  reread: (desk: DeskCredentials) => Config;
}

const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .refine((given) => /^\d{1,6}$/.test(given) && Number(given) >= min && Number(given) <= max, {
      error: `must be ${what} from ${min} to ${max}`,
    })
    .transform(Number);
const origin = (example: string) =>
  httpUrl(example).refine((url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`, {
    error: "must be an origin only, without a path",
  });
const databaseUrl = z
  .string()
  .refine((given) => /^postgres(ql)?:\/\//.test(given) && URL.canParse(given), {
    error: "must be an address such as postgres://user:password@host:5432/endpaper",
  })
  .optional();

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
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  PUBLIC_URL: origin("https://books.example").optional(),
  DESK_URL: origin("https://desk.books.example").optional(),
  TRUST_PROXY: wholeNumber(0, 9, "a number of proxies").default(0),
  PROXY_ADDRESSES: z
    .string()
    .transform((given) => given.split(",").map((entry) => entry.trim()))
    .refine((entries) => entries.every(isAddressOrNetwork), {
      error: "must be addresses or networks such as 10.0.0.5,172.16.0.0/12",
    })
    .default([]),
  CDN_PURGE_URL: safeUrl("https://cdn.example/purge").optional(),
  CDN_PURGE_SECRET: z
    .string()
    .regex(/^[!-~]{16,200}$/, "must be 16 to 200 letters, digits and signs, without a space")
    .optional(),
  CATALOGUE: z
    .enum(["demo", "none"], { error: "must be demo (an empty shop is filled with the demonstration books) or none" })
    .optional(),
  RECONCILE_AFTER_SECONDS: wholeNumber(5, 86_400, "whole seconds").default(900),
  ...paymentSettings,
  ...carrierSettings,
  ...messengerSettings,
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
  ...backupSettings,
  ...watchSettings,
  ...coverStoreSettings,
  ...changeableShape,
  ...pageWordsSettings,
  ALLOW_TEST_PAYMENTS: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
});

/** Names of all settings. */
export const settingNames = Object.keys(settings.shape);

/** Path of the stand-in mailbox, which receives letters while no mail server is set. */
export const mailboxPath = "/stand-ins/mailbox";

/**
 * Reads the environment; throws a SettingsError that lists all invalid settings at once. `desk` has the credentials that
 * an owner entered at the desk; they are used where the environment sets none. It is null before the database is open.
 */
export function readConfig(env: NodeJS.ProcessEnv, desk: DeskCredentials | null = {}): Config {
  // An empty value counts as unset, as in `PORT= npm start`.
  const environment = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  );
  const credentials = chooseCredentials(environment, desk ?? {});
  const given = { ...environment, ...Object.assign({}, ...Object.values(credentials).map(({ values }) => values)) };
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
  const mayBeStandIns = isLoopback(publicUrl) || read.ALLOW_TEST_PAYMENTS === "yes";
  const missing = findMissing(credentials, mayBeStandIns);
  const payments = readPayments(read, read.PORT);
  if (desk !== null) rejectStandInsWithLiveKeys(read, payments, mayBeStandIns);
  rejectUnnamedProxies(read);
  requireDatabaseUrl(read);
  const google = readGoogle(read, publicUrl, missing.includes("sign-in"));
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR),
    coverStore: readCoverStore(read, resolve(read.DATA_DIR)),
    drawnPicturesGigabytes: read.DRAWN_PICTURES_GB,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    databaseReadUrl: read.DATABASE_READ_URL,
    backup: readBackup(read, resolve(read.DATA_DIR), {
      isEmbedded: read.DATABASE_URL === undefined,
      isOfDesk: credentials.backup.source === "desk",
    }),
    watch: readWatch(read, read.PORT),
    publicUrl,
    proxies: {
      count: read.TRUST_PROXY,
      addresses: ["127.0.0.0/8", "::1", ...ownAddress(read.HOST), ...read.PROXY_ADDRESSES],
    },
    cdnPurgeUrl: read.CDN_PURGE_URL,
    cdnPurgeSecret: read.CDN_PURGE_SECRET,
    hasDemonstration: (read.CATALOGUE ?? (isForBusiness(payments, missing) ? "none" : "demo")) === "demo",
    ...toSettings(read),
    fromEnvironment: Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => isSettingName(entry[0])),
    ),
    pageWords: readPageWords(read),
    reconcileAfterSeconds: read.RECONCILE_AFTER_SECONDS,
    payments,
    carriers: readCarriers(read),
    messengers: readMessengers(read),
    google,
    desk: readDesk(read.DESK_URL, publicUrl, google),
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM,
    credentials,
    missing,
    reread: (others) => readConfig(env, others),
  };
}

/** Whether a shop takes real money or is about to, so that it must not sell the demonstration's books. */
function isForBusiness(payments: Config["payments"], missing: CredentialKind[]): boolean {
  return missing.length > 0 || payments.some(({ liveKey }) => liveKey);
}

/** With stand-ins anybody can sign in as any reader and read every letter, so they are rejected next to a live key. */
function rejectStandInsWithLiveKeys(
  read: z.infer<typeof settings>,
  payments: Config["payments"],
  mayBeStandIns: boolean,
) {
  const live = payments.find(({ liveKey }) => liveKey);
  if (!live) return;
  const testKeys = `${nameProvider(live.id)}'s test keys`;
  if (read.ALLOW_TEST_PAYMENTS === "yes") {
    throw new SettingsError(
      `ALLOW_TEST_PAYMENTS=yes is for demonstrations, and ${live.liveKey} is a live key: real money would be taken in a ` +
        `shop where anybody may sign in as anybody. Remove ALLOW_TEST_PAYMENTS, or use ${testKeys}.`,
    );
  }
  const dangers = [
    ...(!mayBeStandIns || (read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET)
      ? []
      : ["Without GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET anybody could sign in as anybody."]),
    ...(!mayBeStandIns || read.SMTP_URL
      ? []
      : ["Without SMTP_URL readers get no e-mails, and anybody could read those written to them."]),
    ...(read.CATALOGUE === "demo"
      ? ["With CATALOGUE=demo an empty shop would sell the demonstration books, which are not really in stock."]
      : []),
  ];
  if (dangers.length === 0) return;
  throw new SettingsError(
    `${live.liveKey} is a live key, so readers pay real money. ${dangers.join(" ")} Change that, or use ${testKeys}.`,
  );
}

/** Forwarding headers of an unknown proxy are not trusted, so all visitors behind it would share one rate limit. */
function rejectUnnamedProxies({ TRUST_PROXY, HOST, PROXY_ADDRESSES }: z.infer<typeof settings>) {
  const isReachedFromElsewhere = HOST !== undefined && !isLoopback(`http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}`);
  if (TRUST_PROXY === 0 || !isReachedFromElsewhere || PROXY_ADDRESSES.length > 0) return;
  throw new SettingsError(
    `TRUST_PROXY=${TRUST_PROXY} and HOST=${HOST} mean that the shop is behind a proxy on another machine or in another container, but ` +
      "PROXY_ADDRESSES does not name that proxy: all readers would share one rate limit. Set PROXY_ADDRESSES to the " +
      "proxy's address or network, such as 172.16.0.0/12. If the proxy is on this machine, remove HOST.",
  );
}

/** DATABASE_DIRECT_URL and DATABASE_READ_URL need DATABASE_URL; without it the shop would open an embedded database. */
function requireDatabaseUrl(read: z.infer<typeof settings>) {
  const setWithoutDatabaseUrl = (["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const).find(
    (name) => read[name] !== undefined,
  );
  if (read.DATABASE_URL !== undefined || setWithoutDatabaseUrl === undefined) return;
  throw new SettingsError(
    `${setWithoutDatabaseUrl} is set and DATABASE_URL is not: the shop would open an embedded database. Set DATABASE_URL to the address of ` +
      `the database, or of the pooler before it, or remove ${setWithoutDatabaseUrl}.`,
  );
}
