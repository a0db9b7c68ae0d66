/** Credentials that an owner entered at the desk: their key in the data folder, and putting them into use. */
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { seal, unseal } from "#shop/kernel/security/sealed.server.ts";
import { createMailer } from "#shop/kernel/mail/mailer.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { reportAddress, verifyToken } from "#shop/kernel/messengers/webhook-address.server.ts";
import { webhookAddress } from "#shop/sales/carriers/webhook-address.server.ts";
import { credentialVariables, showCredentials } from "#shop/office/credentials/credential-forms.ts";
import {
  isCredentialKind,
  nameServices,
  type CredentialKind,
  type CredentialValues,
} from "#shop/office/credentials/credential-kinds.ts";
import type { Credentials } from "#shop/office/credentials/credentials.server.ts";
import { listCredentials } from "#shop/office/credentials/stored-credentials.server.ts";
import type { Config } from "./config/config.ts";
import type { DeskCredentials } from "./config/credential-settings.ts";
import { googleCallbackPath } from "./config/google-config.ts";
import { SettingsError } from "./config/settings-error.ts";
import { openDeskGoogle } from "./outside-services.ts";
import { tryBackupPlace } from "./backup/try-backup-place.ts";
import { openCarriers } from "./carriers.ts";
import { openMessengers } from "./messengers.ts";
import { openPaymentProviders } from "./payment-providers.ts";

/** The file in the data folder with the key. Backups do not contain it. */
const keyFile = "credentials.key";
const keyBytes = 32;

/** The key that encrypts credentials; null if the data folder has none yet. Throws if the file is damaged. */
async function readKey(dataDir: string): Promise<Buffer | null> {
  const file = join(dataDir, keyFile);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length !== keyBytes) throw new Error(`${file} is damaged: it must have 43 characters.`);
  return key;
}

/** Makes the key, readable by the shop's account only. Of two processes that make one, both use the first. */
async function makeKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, keyFile);
  const own = `${file}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  const written = await open(own, "w", 0o600);
  try {
    await written.writeFile(`${randomBytes(keyBytes).toString("base64url")}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  try {
    // A link, unlike renaming, fails if the file exists already.
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(own, { force: true });
  }
  return (await readKey(dataDir))!;
}

/** What this process does with credentials. `current` returns the settings in use; `linkKey` signs addresses. */
export function createCredentials(current: () => Config, linkKey: string): Credentials {
  return {
    addresses() {
      const { publicUrl, desk } = current();
      return {
        webhook: publicUrl + href("/webhooks/:provider", { provider: "razorpay" }),
        scans: {
          shiprocket: webhookAddress(publicUrl, linkKey, "shiprocket"),
          delhivery: webhookAddress(publicUrl, linkKey, "delhivery"),
        },
        messages: {
          address: reportAddress(publicUrl, linkKey, "whatsapp"),
          verifyToken: verifyToken(linkKey, "whatsapp"),
        },
        redirects: [publicUrl, ...(desk.isDisabled ? [] : [desk.url])].map((origin) => origin + googleCallbackPath),
      };
    },
    inUse(kind) {
      const { source, values } = current().credentials[kind];
      return { source, shown: showCredentials(kind, values) };
    },
    async seal(kind, values) {
      const { dataDir } = current();
      return seal((await readKey(dataDir)) ?? (await makeKey(dataDir)), kind, JSON.stringify(values));
    },
    unseal: (kind, sealed) => unsealWith(current().dataDir, kind, sealed),
    findMistakes(kind, values) {
      try {
        current().reread({ ...deskCredentialsOf(current()), [kind]: values });
        return {};
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        return describeMistake(error, current().publicUrl);
      }
    },
    async findTrouble(kind, values) {
      let config: Config;
      try {
        config = current().reread({ ...deskCredentialsOf(current()), [kind]: values });
      } catch (error) {
        return messageOf(error);
      }
      const trouble = withoutSecrets(await ask(kind, config), values);
      return trouble === null ? null : explainTrouble(kind, trouble);
    },
    googleWith: (values) => openDeskGoogle(current().reread({ ...deskCredentialsOf(current()), "sign-in": values })),
  };
}

async function unsealWith(dataDir: string, kind: CredentialKind, sealed: Buffer): Promise<CredentialValues | null> {
  const key = await readKey(dataDir);
  const text = key && unseal(key, kind, sealed);
  return text ? (JSON.parse(text) as CredentialValues) : null;
}

/** The errors by field of the desk, for a setting that has one; `findTrouble` describes the others. */
function describeMistake({ setting }: SettingsError, publicUrl: string): Record<string, string> {
  switch (setting) {
    case "GOOGLE_CLIENT_ID":
      return { clientId: "A Client ID ends with .apps.googleusercontent.com. Copy it from Google’s console again." };
    case "GOOGLE_CLIENT_SECRET":
      return { secretClient: "A Client secret has letters, digits, - and _ only. Copy it again." };
    case "PUBLIC_URL":
      return {
        clientId: `Google signs people in only at a domain with https://, and the shop’s address is ${publicUrl}. The shop needs its public address first.`,
      };
    default:
      return {};
  }
}

/** Asks the service of the credentials in `config` whether it accepts them. */
async function ask(kind: CredentialKind, config: Config): Promise<string | null> {
  switch (kind) {
    case "payments": {
      const [provider] = openPaymentProviders(config);
      return provider.listRefundsSince(new Date()).then(
        () => null,
        (error: Error) => error.message,
      );
    }
    case "backup":
      return tryBackupPlace(config.backup);
    case "sign-in":
      return openDeskGoogle(config).findTrouble();
    case "shiprocket":
    case "delhivery":
      return (
        openCarriers(config.carriers)
          .find(({ id }) => id === kind)
          ?.findTrouble() ?? null
      );
    case "whatsapp":
      return openMessengers(config.messengers)[0]?.findTrouble() ?? null;
    case "mail": {
      const mailer = createMailer({
        ...config,
        smtpUrl: config.smtpUrl!,
        from: config.mailFrom,
        shopName: config.name,
      });
      return mailer.findTrouble().finally(mailer.close);
    }
  }
}

/** What the usual errors mean, by a part of their message. */
const explanations: Record<CredentialKind, [pattern: RegExp, words: string][]> = {
  payments: [
    [/did not answer/, "Razorpay could not be reached. Try again in a minute."],
    [/401|authentication/i, "Razorpay rejects these keys. Copy both again; they belong together."],
  ],
  "sign-in": [[/could not be read/, "Google could not be reached. Try again in a minute."]],
  backup: [
    [/EACCES|EPERM|EROFS/, "The shop may not write there. Choose another folder, or a bucket."],
    [/SignatureDoesNotMatch|InvalidAccessKeyId/, "The store rejects the access key. Copy both parts again."],
    [/answered 40[13]/, "The store does not let this access key write, read and delete there."],
    [/no such bucket/, "Check the bucket’s name, the address of the store and the region."],
    [/cannot be reached|did not answer/, "The store does not answer. Check its address."],
  ],
  // Their clients explain errors in words.
  shiprocket: [],
  delhivery: [],
  whatsapp: [],
  mail: [
    [/ECONNREFUSED/, "No mail server answers there. Check its name and the port."],
    [/ENOTFOUND|EAI_AGAIN|EDNS/, "There is no server of this name. Check how it is written."],
    [
      /ETIMEDOUT|timeout|greeting never/i,
      "The mail server does not answer. Check the port; some hosting companies block it.",
    ],
    [/\b5(30|34|35)\b|invalid login/i, "The mail server rejects the account. Gmail and Zoho want an app password."],
    [
      /STARTTLS/,
      "The mail server does not encrypt on this port. Take the one that the provider names, mostly 465 or 587.",
    ],
    [/certificate/i, "The mail server’s certificate is not valid for this name."],
  ],
};

/** Explains the error of an outside service in words, with its own message at the end. */
function explainTrouble(kind: CredentialKind, trouble: string): string {
  const words = explanations[kind].find(([pattern]) => pattern.test(trouble))?.[1];
  return words === undefined ? trouble : `${words} (${trouble})`;
}

/** Removes secrets from a message of another server, which may repeat what it was sent. */
function withoutSecrets(trouble: string | null, values: CredentialValues): string | null {
  if (trouble === null) return null;
  const secrets = Object.entries(values).flatMap(([name, value]) => {
    if (name !== "SMTP_URL") return /SECRET|PASSWORD|TOKEN/.test(name) ? [value] : [];
    const { password } = new URL(value);
    return password ? [password, decodeURIComponent(password)] : [];
  });
  return secrets.reduce((text, secret) => text.replaceAll(secret, "(not shown)"), trouble);
}

/** The desk's credentials that are in use, by kind. */
function deskCredentialsOf({ credentials }: Config): DeskCredentials {
  return Object.fromEntries(
    Object.entries(credentials).flatMap(([kind, { source, values }]) => (source === "desk" ? [[kind, values]] : [])),
  );
}

/**
 * The settings with the credentials that an owner entered at the desk. Credentials that cannot be decrypted count as
 * missing: their key was lost, or belongs to the machine that this database came from. `whenLost` is called with them.
 */
export async function withDeskCredentials(
  config: Config,
  db: Db,
  whenLost: (lost: CredentialKind[], dataDir: string) => void = warnOfLost,
): Promise<Config> {
  const read: DeskCredentials = {};
  const lost: CredentialKind[] = [];
  for (const { kind, isUsed, sealed } of await listCredentials(db)) {
    if (!isUsed || !isCredentialKind(kind) || config.credentials[kind].source === "environment") continue;
    const values = await unsealWith(config.dataDir, kind, sealed);
    if (values) read[kind] = values;
    else lost.push(kind);
  }
  if (lost.length > 0) whenLost(lost, config.dataDir);
  return config.reread(read);
}

/** Services without which a shop that had them must not run: its payments and its staff would be those of a stand-in. */
const indispensable: readonly CredentialKind[] = ["payments", "sign-in"];

/** Throws a SettingsError if the credentials of payments or sign-in are lost; others can be entered at the desk. */
export function refuseLost(lost: CredentialKind[], dataDir: string): void {
  const refused = lost.filter((kind) => indispensable.includes(kind));
  if (refused.length === 0) return warnOfLost(lost, dataDir);
  const names = refused.flatMap((kind) => credentialVariables[kind]).join(", ");
  throw new SettingsError(
    `${describeLost(refused, dataDir)} The shop does not run without them. Restore that file from a copy, or set ` +
      `the same credentials in the environment: ${names}.`,
  );
}

function warnOfLost(lost: CredentialKind[], dataDir: string): void {
  console.warn(`${describeLost(lost, dataDir)} Enter them again at the desk, under Go live.`);
}

function describeLost(lost: CredentialKind[], dataDir: string): string {
  return `The credentials of ${nameServices(lost)} that an owner entered at the desk cannot be decrypted: their key, ${join(dataDir, keyFile)}, is missing or another one.`;
}

/** Whether two settings use different credentials. */
export function useOtherCredentials(one: Config, other: Config): boolean {
  return !isDeepStrictEqual(one.credentials, other.credentials);
}
