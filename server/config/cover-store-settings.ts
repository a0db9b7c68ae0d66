import { resolve } from "node:path";

import { z } from "zod";

import type { S3Settings } from "#shop/kernel/buckets/bucket.server.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { SettingsError } from "./settings-error.ts";

/** A folder, or a bucket of a store that speaks S3. */
export type CoverStoreConfig = { folder: string } | S3Settings;

/** The region of a store that speaks S3. */
export const region = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, "must be a region such as ap-south-1")
  .default("us-east-1");
/** The access key id of a store that speaks S3. */
export const accessKeyId = z
  .string()
  .regex(/^\S{6,128}$/, "must be a key of 6 to 128 characters")
  .optional();
/** The secret access key of a store that speaks S3. */
export const secretAccessKey = z
  .string()
  .regex(/^\S{8,256}$/, "must be a key of at least 8 characters")
  .optional();

export const coverStoreSettings = {
  COVERS_FOLDER: z.string().optional(),
  COVERS_S3_URL: z
    .string()
    .refine((given) => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol), {
      error: "must be the address of a bucket such as https://covers.s3.ap-south-1.amazonaws.com",
    })
    .refine((given) => !URL.canParse(given) || !hasMoreThanPath(new URL(given)), {
      error: "must have no name, password, ? or # in it: the keys are settings of their own",
    })
    .refine((given) => !URL.canParse(given) || given.startsWith("https:") || isLoopback(given), {
      error: "must start with https://, unless it is on this machine",
    })
    .optional(),
  COVERS_S3_REGION: region,
  COVERS_S3_ACCESS_KEY_ID: accessKeyId,
  COVERS_S3_SECRET_ACCESS_KEY: secretAccessKey,
};

type CoverStoreSettings = z.infer<z.ZodObject<typeof coverStoreSettings>>;

/** Returns the bucket if one is set, otherwise a folder. Throws a SettingsError if settings conflict or are missing. */
export function readCoverStore(read: CoverStoreSettings, dataDir: string): CoverStoreConfig {
  const {
    COVERS_FOLDER: folder,
    COVERS_S3_URL: url,
    COVERS_S3_REGION: region,
    COVERS_S3_ACCESS_KEY_ID: accessKeyId,
    COVERS_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = read;
  if (url && accessKeyId && secretAccessKey) {
    if (folder)
      throw new SettingsError("COVERS_FOLDER and COVERS_S3_URL are both set: covers are kept in one place. Set one.");
    return { url: url.replace(/\/+$/, ""), region, accessKeyId, secretAccessKey };
  }
  if (url ?? accessKeyId ?? secretAccessKey)
    throw new SettingsError(
      "COVERS_S3_URL, COVERS_S3_ACCESS_KEY_ID and COVERS_S3_SECRET_ACCESS_KEY belong together: set all three, or none to keep covers in a folder.",
    );
  return { folder: folder ? resolve(folder) : resolve(dataDir, "covers") };
}

function hasMoreThanPath({ username, password, search, hash }: URL): boolean {
  return username + password + search + hash !== "";
}
