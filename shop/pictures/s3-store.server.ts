import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

import { readRenditionName } from "./picture-name.ts";
import { PictureStoreError, type PictureStore } from "./picture-store.ts";

/** A bucket of a store that speaks S3, and who may use it. */
export interface S3Settings {
  /** The bucket's own address, without a slash at its end: objects lie directly below it. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Pictures in a bucket, so that several machines share them. An answer is waited for no longer than `timeoutMs`. */
export function createS3Store(
  { url, region, accessKeyId, secretAccessKey }: S3Settings,
  timeoutMs = 15_000,
): PictureStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });

  async function ask(method: string, name: string, init: { body?: Uint8Array; headers?: Record<string, string> } = {}) {
    if (!readRenditionName(name)) throw new PictureStoreError(`${JSON.stringify(name)} is no name of a picture.`);
    try {
      const response = await client.fetch(`${url}/${name}`, {
        ...init,
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      } as RequestInit);
      if (response.ok) return response;
      const code = /<Code>(\w{1,60})<\/Code>/.exec((await response.text()).slice(0, 2000))?.[1];
      // The answer to HEAD has no body: it says no more than that there is nothing.
      if (code === "NoSuchBucket") throw new PictureStoreError("The store of the covers has no such bucket.");
      if (response.status === 404) return response;
      throw new PictureStoreError(`The store of the covers answered ${response.status}${code ? ` (${code})` : ""}.`);
    } catch (error) {
      if (error instanceof PictureStoreError) throw error;
      throw new PictureStoreError(`The store of the covers cannot be reached: ${causeOf(error as Error)}`, {
        cause: error,
      });
    }
  }

  return {
    async put(name, bytes) {
      const { status } = await ask("PUT", name, {
        body: bytes,
        headers: {
          "content-type": `image/${readRenditionName(name)?.type}`,
          "cache-control": "public, max-age=31536000, immutable",
          "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
        },
      });
      if (status === 404) throw new PictureStoreError("The store of the covers has no such bucket.");
    },
    async get(name) {
      const response = await ask("GET", name);
      return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
    },
    has: async (name) => (await ask("HEAD", name)).status !== 404,
    remove: async (name) => void (await ask("DELETE", name)),
  };
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
