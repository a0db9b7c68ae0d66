/** Keeps backups in a bucket of a store that speaks S3: uploads them in parts, lists, reads and deletes them. */
import { setTimeout } from "node:timers/promises";

import { DumpError } from "#db/load-dump.ts";
import type { S3Access } from "#server/config/backup-settings.ts";
import { bucketAddress } from "#shop/kernel/buckets/bucket-address.ts";
import { BucketError, errorCodeOf, openBucket, type Bucket } from "#shop/kernel/buckets/bucket.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { BackupFile, BackupLocation } from "./backup-place.ts";

const partBytes = 8 * 1024 * 1024;
/** The maximum number of parts of an S3 object. */
const maxParts = 10_000;
/** Timeout of one part in milliseconds: 8 MB in 300 s need about 0.25 Mbit/s. */
const partTimeoutMs = 300_000;
const maxTries = 6;

/** A bucket such as `s3://our-backups/shop`. Parts are sent as they are made; nothing is written to the local disk. */
export function createBucketPlace(at: string, { endpoint, ...access }: S3Access): BackupLocation {
  const { bucket: name = "", prefix = "" } = bucketAddress.exec(at)?.groups ?? {};
  const bucket = openBucket({ ...access, url: `${endpoint}/${name}` }, "The store of the backups");
  const folder = prefix && `${prefix}/`;

  /** Yields the XML of each page of a listing. `goesOn` reads the query of the next page from this XML. */
  async function* pages(query: Record<string, string>, goesOn: (xml: string) => Record<string, string>) {
    for (let more: Record<string, string> = {}; ;) {
      const xml = await again(async () => {
        const response = await bucket.ask("GET", "", { query: { ...query, prefix: folder, ...more } });
        return response.text();
      });
      yield xml;
      if (textOf(xml, "IsTruncated") !== "true") return;
      more = goesOn(xml);
    }
  }

  async function abortUploads(begunBefore: Date) {
    const listing = pages({ uploads: "" }, (xml) => ({
      "key-marker": textOf(xml, "NextKeyMarker"),
      "upload-id-marker": textOf(xml, "NextUploadIdMarker"),
    }));
    for await (const xml of listing) {
      for (const one of elements(xml, "Upload")) {
        const key = textOf(one, "Key");
        if (!key.startsWith(`${folder}endpaper-`) || new Date(textOf(one, "Initiated")) >= begunBefore) continue;
        await bucket.ask("DELETE", key, { query: { uploadId: textOf(one, "UploadId") } });
      }
    }
  }

  return {
    at,
    file: (file) => createFile(bucket, folder + file, `${at}/${file}`),
    async list() {
      const found: Awaited<ReturnType<BackupLocation["list"]>> = [];
      const listing = pages({ "list-type": "2" }, (xml) => ({
        "continuation-token": textOf(xml, "NextContinuationToken"),
      }));
      for await (const xml of listing) {
        for (const one of elements(xml, "Contents")) {
          found.push({
            name: textOf(one, "Key").slice(folder.length),
            bytes: Number(textOf(one, "Size")),
            writtenAt: new Date(textOf(one, "LastModified")),
          });
        }
      }
      return found;
    },
    remove: async (file) => void (await bucket.ask("DELETE", folder + file)),
    async sweep(before) {
      try {
        await abortUploads(before);
      } catch (error) {
        // Some stores cannot list uploads, and some keys may not. Then a lifecycle rule of the store must remove
        // unfinished uploads.
        if (!(error instanceof BucketError && error.isRefusal)) throw error;
      }
    },
  };
}

function createFile(bucket: Bucket, key: string, at: string): BackupFile {
  /** A multipart upload: the object appears when it is complete, and a failed upload is aborted. */
  async function write(bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const begun = await readAnswer(await bucket.ask("POST", key, { query: { uploads: "" } }));
    const uploadId = textOf(begun, "UploadId");
    try {
      let size = 0;
      const tags: string[] = [];
      for await (const body of cut(bytes)) {
        if (tags.length === maxParts) throw new DumpError("A backup in a bucket may have at most 80 GB.");
        const query = { partNumber: String(tags.length + 1), uploadId };
        const response = await again(() => bucket.ask("PUT", key, { query, body, timeoutMs: partTimeoutMs }));
        await readAnswer(response);
        tags.push(response.headers.get("etag") ?? "");
        size += body.length;
      }
      const parts = tags.map((tag, place) => `<Part><PartNumber>${place + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      // Assembling the parts may take minutes.
      await readAnswer(await bucket.ask("POST", key, { query: { uploadId }, body, timeoutMs: partTimeoutMs }));
      return size;
    } catch (error) {
      // if this fails too, `sweep` aborts the upload later
      await again(() => bucket.ask("DELETE", key, { query: { uploadId } })).catch(() => {});
      throw error;
    }
  }

  /** Resumes at the current offset when the connection is lost. */
  async function* read(): AsyncGenerator<Uint8Array> {
    let offset = 0;
    let tag = "";
    for (let tries = 1; ; tries += 1) {
      try {
        const headers = offset > 0 ? { range: `bytes=${offset}-`, "if-match": tag } : undefined;
        const response = await bucket.ask("GET", key, { headers, timeoutMs: partTimeoutMs });
        if (response.status === 404) throw new DumpError(`There is no backup ${at}.`);
        if (offset > 0 && response.status !== 206)
          throw new BucketError("The backup store does not support range requests.", true);
        tag = response.headers.get("etag") ?? "";
        for await (const chunk of response.body ?? []) {
          yield chunk;
          offset += chunk.length;
          tries = 1;
        }
        return;
      } catch (error) {
        if (error instanceof DumpError || (error instanceof BucketError && error.isRefusal)) throw error;
        if (tries === maxTries) {
          const words = `The connection to the backup store was lost: ${messageOf(error)}`;
          throw new BucketError(words, false, { cause: error });
        }
        await pause(tries);
      }
    }
  }

  return { at, write, read };
}

/**
 * Splits a stream into parts of 8 MB; the last may be smaller. All parts use the same buffer, so each part must be used
 * before the next one is read.
 */
async function* cut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(partBytes);
  let filled = 0;
  let isFirst = true;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + partBytes - filled);
      part.set(piece, filled);
      filled += piece.length;
      taken += piece.length;
      if (filled < partBytes) continue;
      yield part;
      isFirst = false;
      filled = 0;
    }
  }
  if (filled > 0 || isFirst) yield part.subarray(0, filled);
}

/** Retries while the store is unavailable, so that a short outage does not lose hours of uploading. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BucketError) || error.isRefusal || tries === maxTries) throw error;
      await pause(tries);
    }
  }
}

/** Exponential backoff: 0.3 s after the first try, 24 s after the fifth. */
const pause = (tries: number) => setTimeout(100 * 3 ** tries);

/** S3 may find an error after it has sent status 200: then the error is in the body. */
async function readAnswer(response: Response): Promise<string> {
  const text = response.ok ? await response.text() : "<Code>NoSuchUpload</Code>";
  const code = errorCodeOf(text);
  if (code !== undefined) throw new BucketError(`The backup store rejected the request (${code}).`, true);
  return text;
}

function elements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`(?<=<${name}>).*?(?=</${name}>)`, "gs")) ?? [];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function textOf(xml: string, name: string): string {
  return (elements(xml, name)[0] ?? "").replace(
    /&(amp|lt|gt|quot|apos);/g,
    (match, entity: string) => entities[entity] ?? match,
  );
}
