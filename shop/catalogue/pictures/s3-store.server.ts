import { BucketError, openBucket, type BucketRequest, type S3Settings } from "#shop/kernel/buckets/bucket.server.ts";
import { readRenditionName } from "./picture-name.ts";
import { PictureStoreError, type PictureStore } from "./picture-store.ts";

/** Stores pictures in an S3 bucket, which several servers can share. `timeoutMs` limits each request. */
export function createS3Store(settings: S3Settings, timeoutMs?: number): PictureStore {
  const bucket = openBucket(settings, "The store of the covers");

  async function ask(method: string, name: string, request?: BucketRequest) {
    if (!readRenditionName(name)) throw new PictureStoreError(`${JSON.stringify(name)} is no name of a picture.`);
    return bucket.ask(method, name, { timeoutMs, ...request }).catch((error: unknown) => {
      if (error instanceof BucketError) throw new PictureStoreError(error.message, { cause: error });
      throw error;
    });
  }

  return {
    async put(name, bytes) {
      const { status } = await ask("PUT", name, {
        body: bytes,
        headers: {
          "content-type": `image/${readRenditionName(name)?.type}`,
          "cache-control": "public, max-age=31536000, immutable",
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
