/**
 * A stand-in for an object store that speaks S3: GET (also ranges), HEAD, PUT, DELETE, multipart uploads, and lists.
 */
import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { refusal, xml } from "./answers.ts";
import { createMultipartUploads, type MultipartUploads } from "./multipart.ts";

/** The credentials and region of the store. */
export interface S3Keys {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Options of a store. */
export interface S3StandInOptions extends S3Keys {
  /** The path of the only bucket, such as `/s3/covers`. Objects are directly below it. */
  bucketPath: string;
  /**
   * The folder that keeps the objects when the store is restarted, with one file per object; without it they are only
   * in memory.
   */
  folder?: string;
  /** Number of objects on a page of a list; default 1,000, as in S3. */
  pageSize?: number;
}

/** An object of the bucket. */
export interface S3Object {
  bytes: Buffer;
  type: string;
}

/** A running store. */
export interface S3StandIn {
  fetch(request: Request): Promise<Response>;
  /** The objects by name. Changes are not written to the folder. */
  objects: Map<string, S3Object>;
  /** Uploads in progress. */
  uploads: MultipartUploads["open"];
}

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const plainName = /^\w[\w.-]{0,200}(\/\w[\w.-]{0,200})*$/;

/**
 * Opens a store. It checks the signature of each request as AWS documents Signature Version 4: it computes the
 * canonical request, the string to sign, the signing key and the hash of the body from the request itself.
 */
export function createS3StandIn(options: S3StandInOptions): S3StandIn {
  const objects = options.folder ? readObjects(options.folder) : new Map<string, S3Object>();

  const multipart = createMultipartUploads();
  const writtenAt = new Map<string, Date>();

  function keep(name: string, object: S3Object) {
    objects.set(name, object);
    writtenAt.set(name, new Date());
    if (options.folder) writeObject(options.folder, name, object);
  }

  async function answer(request: Request): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const fault = findFault(request, body, options);
    if (fault) return refusal(403, fault);
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === options.bucketPath && request.method === "GET")
      return query.has("uploads") ? multipart.list(query.get("prefix") ?? "") : list(query);
    if (!pathname.startsWith(`${options.bucketPath}/`)) return refusal(404, "NoSuchBucket");
    const name = pathname.slice(options.bucketPath.length + 1);
    if (!plainName.test(name)) return refusal(400, "InvalidURI");
    const type = request.headers.get("content-type") ?? "";
    const answered = multipart.answer({ method: request.method, name, query, body, type }, keep);
    if (answered) return answered;
    if (request.method === "PUT") {
      keep(name, { bytes: body, type });
      return new Response(null);
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      if (options.folder) rmSync(fileOf(options.folder, name), { force: true });
      return new Response(null, { status: 204 });
    }
    const found = objects.get(name);
    return found ? give(request, found) : refusal(404, "NoSuchKey");
  }

  /** Responds to ListObjectsV2 with one page of names in their order. */
  function list(query: URLSearchParams): Response {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after)
      .sort();
    const page = names.slice(0, options.pageSize ?? 1000);
    const words = page.map((name) => {
      const time = (writtenAt.get(name) ?? new Date()).toISOString();
      const about = `<LastModified>${time}</LastModified><Size>${objects.get(name)!.bytes.length}</Size>`;
      return `<Contents><Key>${name}</Key>${about}</Contents>`;
    });
    const more = page.length < names.length;
    const token = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${words.join("")}</ListBucketResult>`);
  }

  return { fetch: answer, objects, uploads: multipart.open };
}

/** Sends an object, or its bytes from an offset on. */
function give({ method, headers }: Request, { bytes, type }: S3Object): Response {
  const tag = `"${hash(bytes)}"`;
  if ((headers.get("if-match") ?? tag) !== tag) return refusal(412, "PreconditionFailed");
  const from = /^bytes=(\d+)-$/.exec(headers.get("range") ?? "")?.[1];
  if (Number(from ?? 0) > 0 && Number(from) >= bytes.length) return refusal(416, "InvalidRange");
  const given = bytes.subarray(Number(from ?? 0));
  return new Response(method === "HEAD" ? null : new Uint8Array(given), {
    status: from === undefined ? 200 : 206,
    headers: { "content-type": type, "content-length": String(given.length), etag: tag },
  });
}

/** The error code of an invalid request, or null. */
function findFault({ method, url, headers }: Request, body: Buffer, keys: S3Keys): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.get("authorization") ?? "",
    );
  if (!given) return "AccessDenied";
  const [, accessKeyId, day, region, signedHeaders, signature] = given as unknown as string[];
  const time = headers.get("x-amz-date") ?? "";
  const payload = headers.get("x-amz-content-sha256") ?? "";
  if (accessKeyId !== keys.accessKeyId) return "InvalidAccessKeyId";
  if (region !== keys.region || !time.startsWith(day!)) return "AuthorizationHeaderMalformed";
  const names = signedHeaders!.split(";");
  if (!names.includes("host") || !names.includes("x-amz-date")) return "AccessDenied";
  if (body.length > 0 && payload !== hash(body)) return "XAmzContentSHA256Mismatch";
  const { pathname, searchParams } = new URL(url);
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map((pair) => pair.map(encode).join("="))
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${(headers.get(name) ?? "").trim().replaceAll(/\s+/g, " ")}`),
    "",
    signedHeaders,
    payload,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, hash(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(
    hmac as (key: Buffer, data: string) => Buffer,
    hmac(hmac(`AWS4${keys.secretAccessKey}`, day!), region!),
  );
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

/** Encodes names and values of a query as AWS does: all but letters, digits, `-`, `.`, `_` and `~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const fileOf = (folder: string, name: string) => join(folder, `${encodeURIComponent(name)}.json`);

function writeObject(folder: string, name: string, { bytes, type }: S3Object) {
  writeFileSync(fileOf(folder, name), JSON.stringify({ type, bytes: bytes.toString("base64") }));
}

function readObjects(folder: string): Map<string, S3Object> {
  mkdirSync(folder, { recursive: true });
  return new Map(
    readdirSync(folder).map((file) => {
      const { type, bytes } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { type: string; bytes: string };
      return [decodeURIComponent(file.slice(0, -".json".length)), { type, bytes: Buffer.from(bytes, "base64") }];
    }),
  );
}
