import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Who may use the store, as its provider names them. */
export interface S3Keys {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How a store is set up. */
export interface S3StandInOptions extends S3Keys {
  /** Path of its one bucket, such as `/s3/covers`: objects lie directly below it. */
  bucketPath: string;
  /** Keeps the objects over a restart, a file for each; without one they are in memory. */
  folder?: string;
}

/** An object of the bucket. */
export interface S3Object {
  bytes: Buffer;
  type: string;
}

/** A server that speaks as much of S3 as objects of a bucket need: GET, HEAD, PUT and DELETE. */
export interface S3StandIn {
  fetch(request: Request): Promise<Response>;
  /** Changing it changes what the bucket has until the next start. */
  objects: Map<string, S3Object>;
}

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const plainName = /^\w[\w.-]{0,200}$/;

/**
 * Opens a store. It checks each request as AWS documents Signature Version 4: canonical request, string to sign and
 * signing key are made here from what arrived, and so is the hash of the body.
 */
export function createS3StandIn(options: S3StandInOptions): S3StandIn {
  const objects = options.folder ? readObjects(options.folder) : new Map<string, S3Object>();

  async function answer(request: Request): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const fault = findFault(request, body, options);
    if (fault) return refusal(403, fault);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${options.bucketPath}/`)) return refusal(404, "NoSuchBucket");
    const name = pathname.slice(options.bucketPath.length + 1);
    if (!plainName.test(name)) return refusal(400, "InvalidURI");
    if (request.method === "PUT") {
      const object = { bytes: body, type: request.headers.get("content-type") ?? "" };
      objects.set(name, object);
      if (options.folder) writeObject(options.folder, name, object);
      return new Response(null);
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      if (options.folder) rmSync(fileOf(options.folder, name), { force: true });
      return new Response(null, { status: 204 });
    }
    const found = objects.get(name);
    if (!found) return refusal(404, "NoSuchKey");
    const headers = { "content-type": found.type, "content-length": String(found.bytes.length) };
    return new Response(request.method === "HEAD" ? null : new Uint8Array(found.bytes), { headers });
  }

  return { fetch: answer, objects };
}

/** What a store answers when it does not do what it was asked. */
export function refusal(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}

/** The code of what is wrong with a request, or null. */
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
  if (method === "PUT" && payload !== hash(body)) return "XAmzContentSHA256Mismatch";
  const { pathname, search } = new URL(url);
  const canonical = [
    method,
    pathname,
    search.slice(1),
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

const fileOf = (folder: string, name: string) => join(folder, `${name}.json`);

function writeObject(folder: string, name: string, { bytes, type }: S3Object) {
  writeFileSync(fileOf(folder, name), JSON.stringify({ type, bytes: bytes.toString("base64") }));
}

function readObjects(folder: string): Map<string, S3Object> {
  mkdirSync(folder, { recursive: true });
  return new Map(
    readdirSync(folder).map((file) => {
      const { type, bytes } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { type: string; bytes: string };
      return [file.slice(0, -".json".length), { type, bytes: Buffer.from(bytes, "base64") }];
    }),
  );
}
