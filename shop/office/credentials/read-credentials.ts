/** Checks the forms of credentials, and converts them to the environment's variables. */
import { z } from "zod";

import { bucketAddress } from "#shop/kernel/buckets/bucket-address.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

import type { CredentialKind, CredentialValues } from "./credential-kinds.ts";

/** Text without space at its ends, which copying adds, and without a space inside, which no credential has. */
const pasted = (what: string) =>
  z
    .string()
    .transform((given) => given.replaceAll(/^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu, ""))
    .pipe(
      z
        .string()
        .min(1, `Enter ${what}.`)
        .max(500, `This is longer than ${what} can be. Copy it again.`)
        .regex(/^[!-~]*$/, `There is a space or a foreign character in it. Copy ${what} again.`),
    );
const empty = (given: string | undefined) => given === undefined || given.trim() === "";
const orEmpty = <T extends z.ZodType>(type: T) =>
  z.preprocess((given) => (empty(given as string) ? undefined : given), type.optional());

/** A name that has spaces. */
const placeName = (what: string, max: number) =>
  z.string().trim().min(1, `Enter ${what}.`).max(max, `It has at most ${max} characters.`);
const metaId = z.string().regex(/^\d{5,20}$/, "Meta’s IDs have digits only.");
const pinCode = z.string().regex(/^[1-9]\d{5}$/, "A PIN code has six digits, such as 560001.");

const shapes = {
  payments: z.object({
    keyId: pasted("the Key Id").pipe(
      z
        .string()
        .regex(
          /^rzp_(test|live)_\w+$/,
          "A Key Id begins with rzp_live_ or rzp_test_. The Key Secret has its own field.",
        ),
    ),
    secretKey: pasted("the Key Secret").pipe(
      z.string().refine((given) => !given.startsWith("rzp_"), "This is a Key Id. The Key Secret was shown beside it."),
    ),
    // Empty: the one that is saved.
    secretWebhook: orEmpty(
      pasted("the webhook secret").pipe(
        z.string().min(16, "Choose at least 16 characters, so that nobody can guess it."),
      ),
    ),
  }),
  "sign-in": z.object({
    clientId: pasted("the Client ID").pipe(
      z
        .string()
        .regex(/^[\w.-]+$/, "A Client ID looks like 1234-abc.apps.googleusercontent.com, without https://.")
        .refine((given) => !given.startsWith("GOCSPX-"), "This is the Client secret, which has its own field."),
    ),
    secretClient: pasted("the Client secret").pipe(
      z
        .string()
        .regex(/^[\w-]+$/, "A Client secret has letters, digits, - and _ only. The Client ID has its own field."),
    ),
  }),
  mail: z
    .object({
      from: pasted("the sender’s address").pipe(z.email("Write one e-mail address, such as books@yourshop.in.")),
      host: pasted("the mail server").pipe(
        z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "Write the server’s name only, such as smtp.zoho.in."),
      ),
      port: pasted("the port").pipe(
        z
          .string()
          .refine(
            (given) => /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535,
            "Write a number such as 465.",
          ),
      ),
      user: orEmpty(pasted("the user name")),
      secretPassword: orEmpty(pasted("the password")),
    })
    .superRefine(({ user, secretPassword }, context) => {
      if ((user === undefined) === (secretPassword === undefined)) return;
      const path = user === undefined ? ["user"] : ["secretPassword"];
      context.addIssue({ code: "custom", path, message: "User name and password belong together." });
    }),
  backup: z
    .object({
      folder: pasted("a bucket or folder").pipe(
        z
          .string()
          .refine((given) => isBucket(given) || given.startsWith("/"), "Write s3://bucket/folder, or a path from /.")
          .refine((given) => !isBucket(given) || bucketAddress.test(given), "Write it as s3://our-backups/shop."),
      ),
      recipient: orEmpty(
        pasted("the public key").pipe(
          z
            .string()
            .refine(
              (given) => !given.startsWith("AGE-SECRET"),
              "This is the secret key. Keep it; the public one begins with age1.",
            )
            .regex(/^age1[0-9a-z]{20,400}$/, "A public key begins with age1 and has letters and digits only."),
        ),
      ),
      accessKeyId: orEmpty(
        pasted("the access key").pipe(z.string().min(6, "An access key has at least 6 characters.")),
      ),
      secretAccessKey: orEmpty(pasted("its secret").pipe(z.string().min(8, "A secret has at least 8 characters."))),
      endpoint: orEmpty(
        pasted("the store’s address").pipe(
          z
            .string()
            .regex(
              /^https?:\/\/[^/?#@]+\/?$/,
              "Write the store’s address only, such as https://store.example, without the bucket.",
            )
            .regex(
              /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$))/,
              "Write an address that begins with https://, so that nobody reads along.",
            ),
        ),
      ),
      region: orEmpty(
        pasted("the region").pipe(z.string().regex(/^[a-z0-9-]{1,40}$/, "A region looks like ap-south-1.")),
      ),
    })
    .superRefine((typed, context) => {
      if (!isBucket(typed.folder)) return;
      for (const field of typedKeys(bucketFields))
        if (typed[field] === undefined)
          context.addIssue({ code: "custom", path: [field], message: bucketFields[field] });
    }),
  shiprocket: z.object({
    email: pasted("the e-mail address").pipe(z.email("Write the e-mail address of the API user.")),
    secretPassword: pasted("the password").pipe(z.string().min(8, "A password has at least 8 characters.")),
    place: placeName("the nickname of the pickup address", 36),
    pin: pasted("the PIN code").pipe(pinCode),
  }),
  delhivery: z.object({
    secretToken: pasted("the API token").pipe(z.string().min(20, "This is shorter than an API token. Copy it again.")),
    place: placeName("the name of the pickup location", 120),
    pin: pasted("the PIN code").pipe(pinCode),
  }),
  whatsapp: z.object({
    phoneNumberId: pasted("the phone number ID").pipe(metaId),
    accountId: pasted("the account ID").pipe(metaId),
    secretToken: pasted("the access token").pipe(
      z.string().min(20, "This is shorter than an access token. Copy it again."),
    ),
    secretApp: pasted("the app secret").pipe(z.string().min(8, "This is shorter than an app secret. Copy it again.")),
    template: pasted("the name of the template").pipe(
      z.string().regex(/^[a-z0-9_]+$/, "A template’s name has small letters, digits and _ only."),
    ),
    language: pasted("the language").pipe(
      z.string().regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/, "Write the language as Meta does, such as en or en_US."),
    ),
  }),
};

const isBucket = (folder: string) => folder.startsWith("s3:");
const atBucket = (what: string) => `A bucket needs ${what}.`;
/** Which fields a bucket needs, with the error of an empty one. */
const bucketFields = {
  recipient: "A bucket belongs to another company, so its backups must be encrypted. Make an encryption key below.",
  accessKeyId: atBucket("its access key"),
  secretAccessKey: atBucket("the secret of its access key"),
} as const;

export type TypedCredentials = { ok: true; values: CredentialValues } | { ok: false; errors: Record<string, string> };

/** Checks a typed form and converts it to the environment's variables. */
export function readCredentials(kind: CredentialKind, typed: Record<string, string>): TypedCredentials {
  const errors: Record<string, string> = {};
  const parsed = shapes[kind].safeParse(typed);
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  if (!parsed.success) return { ok: false, errors };
  return { ok: true, values: toEnvironment(parsed.data) };
}

function toEnvironment(read: z.infer<(typeof shapes)[CredentialKind]>): CredentialValues {
  if ("keyId" in read)
    return {
      RAZORPAY_KEY_ID: read.keyId,
      RAZORPAY_KEY_SECRET: read.secretKey,
      ...(read.secretWebhook !== undefined && { RAZORPAY_WEBHOOK_SECRET: read.secretWebhook }),
    };
  if ("clientId" in read) return { GOOGLE_CLIENT_ID: read.clientId, GOOGLE_CLIENT_SECRET: read.secretClient };
  if ("folder" in read) {
    const { folder, recipient, accessKeyId, secretAccessKey, endpoint, region } = read;
    const values = {
      BACKUP_FOLDER: folder.replace(/(.)\/+$/, "$1"),
      BACKUP_RECIPIENT: recipient,
      ...(isBucket(folder) && {
        BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
        BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
        BACKUP_S3_ENDPOINT: endpoint,
        BACKUP_S3_REGION: region,
      }),
    };
    return Object.fromEntries(
      Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }
  if ("email" in read)
    return {
      SHIPROCKET_EMAIL: read.email,
      SHIPROCKET_PASSWORD: read.secretPassword,
      SHIPROCKET_PICKUP: read.place,
      SHIPROCKET_PICKUP_PIN: read.pin,
    };
  if ("phoneNumberId" in read)
    return {
      WHATSAPP_PHONE_NUMBER_ID: read.phoneNumberId,
      WHATSAPP_ACCOUNT_ID: read.accountId,
      WHATSAPP_ACCESS_TOKEN: read.secretToken,
      WHATSAPP_APP_SECRET: read.secretApp,
      WHATSAPP_TEMPLATE: read.template,
      WHATSAPP_LANGUAGE: read.language,
    };
  if ("secretToken" in read)
    return { DELHIVERY_TOKEN: read.secretToken, DELHIVERY_PICKUP: read.place, DELHIVERY_PICKUP_PIN: read.pin };
  const { from, host, port, user, secretPassword } = read;
  const account = user ? `${encodeURIComponent(user)}:${encodeURIComponent(secretPassword ?? "")}@` : "";
  // Port 465 is encrypted from the start, any other after STARTTLS, which is required so that no password is readable.
  const url = port === "465" ? `smtps://${account}${host}:465` : `smtp://${account}${host}:${port}?requireTLS=true`;
  return { SMTP_URL: url, MAIL_FROM: from };
}
