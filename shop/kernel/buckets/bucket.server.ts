import { createHash } from "node:crypto";

import { AwsClient } from "aws4fetch";

/** A bucket of a store that speaks S3, and who may use it. */
export interface S3Settings {
  /** The bucket's own address, without a slash at its end: objects lie directly below it. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** What goes along with a request to a bucket. */
export interface BucketRequest {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** How long all of it may take, the body of the answer too. */
  timeoutMs?: number;
}

/** A bucket that can be asked. */
export interface Bucket {
  /**
   * Asks for an object by its name, or for the bucket itself by none. Resolves with what was answered when it was done, and
   * when there is no such object; throws a BucketError otherwise.
   */
  ask: (method: string, name: string, request?: BucketRequest) => Promise<Response>;
}

/** The store cannot do what it should, just now or until a setting is mended; the message has no secret in it. */
export class BucketError extends Error {
  override name = "BucketError";
  /** Whether it refused; else it is away, and may be back soon. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}

const usualTimeoutMs = 15_000;

/** Opens a bucket; `called` is what messages call it, such as "The store of the covers". */
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
        // The answer to HEAD has no body: it says no more than that there is nothing.
        if (code === "NoSuchBucket") throw new BucketError(`${called} has no such bucket.`, true);
        if (response.status === 404) return response;
        const words = `${called} answered ${response.status}${code ? ` (${code})` : ""}.`;
        throw new BucketError(words, !isPassing(response.status));
      } catch (error) {
        if (error instanceof BucketError) throw error;
        throw new BucketError(`${called} cannot be reached: ${causeOf(error as Error)}`, false, { cause: error });
      }
    },
  };
}

/** 501 says that this store never does such a thing. */
function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** The code of an error as S3 writes it, such as `NoSuchBucket`; undefined when the text is no error. */
export function errorCodeOf(xml: string): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(xml.slice(0, 2000))?.[1];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
