import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

/** The address of an S3-compatible bucket, and the keys to access it. */
export interface S3Settings {
  /** URL of the bucket without a trailing slash; object names follow directly. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Options of a request to a bucket. */
export interface BucketRequest {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Timeout of the whole request with its response body, in milliseconds. */
  timeoutMs?: number;
}

export interface Bucket {
  /**
   * Sends a request for an object, or for the bucket itself if `name` is empty. Resolves with the response if it
   * succeeds or the object does not exist (404); throws a BucketError otherwise.
   */
  ask: (method: string, name: string, request?: BucketRequest) => Promise<Response>;
}

/** Thrown if the store failed, temporarily or because of its settings. The message contains no secret. */
export class BucketError extends Error {
  override name = "BucketError";
  /** Whether the store rejected the request; otherwise it failed and may recover. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}

const usualTimeoutMs = 15_000;

/** Opens a bucket; `called` is its name in error messages, such as "The store of the covers". */
export function openBucket({ url, ...access }: S3Settings, called: string): Bucket {
  const client = new AwsClient({ ...access, service: "s3", retries: 3 });
  return {
    async ask(method, name, { query = {}, headers = {}, body, timeoutMs = usualTimeoutMs } = {}) {
      const search = new URLSearchParams(query).toString();
      try {
        const response = await client.fetch(`${url}${name && `/${name}`}${search && `?${search}`}`, {
          method,
          headers: { ...headers, ...(body ? { "x-amz-content-sha256": sha256(body) } : {}) },
          body,
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        } as RequestInit);
        if (response.ok) return response;
        const code = errorCodeOf(await response.text());
        // The response to HEAD has no body, so a missing bucket looks like a missing object there.
        if (code === "NoSuchBucket") throw new BucketError(`${called} has no such bucket.`, true);
        if (response.status === 404) return response;
        const words = `${called} answered ${response.status}${code ? ` (${code})` : ""}.`;
        throw new BucketError(words, !isPassing(response.status));
      } catch (error) {
        if (error instanceof BucketError) throw error;
        throw new BucketError(`${called} cannot be reached: ${causeOf(error)}`, false, { cause: error });
      }
    },
  };
}

/** Whether an error may be temporary; 501 is not, because it means that the store does not support the request. */
function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** The code of an S3 error, such as `NoSuchBucket`; undefined if the text contains none. */
export function errorCodeOf(xml: string): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(xml.slice(0, 2000))?.[1];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
