import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { afterAll } from "vitest";

/** A server that speaks as much of S3 as objects of a bucket need. */
export interface S3Server {
  /** The address of its one bucket. */
  url: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Answers every request with this status while it is set. */
  fails: { status: number | null };
}

export const s3Keys = { region: "ap-south-1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a/secret+of/the/tests" };

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/**
 * Opens one for a test file. It checks each request as AWS documents Signature Version 4: canonical request, string to
 * sign and signing key are made here from what arrived, and so is the hash of the body.
 */
export async function openS3Server(): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const fails: S3Server["fails"] = { status: null };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
    if (fails.status !== null) return refuse(fails.status, "InternalError");
    const fault = findFault(request, body);
    if (fault) return refuse(403, fault);
    const [, bucket, key = ""] = request.url!.split("/");
    if (bucket !== "covers") return refuse(404, "NoSuchBucket");
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, type: request.headers["content-type"] ?? "" });
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(404, "NoSuchKey");
    response.writeHead(200, { "content-type": found.type, "content-length": found.bytes.length });
    return response.end(request.method === "HEAD" ? undefined : found.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/covers`, objects, fails };
}

/** The code of what is wrong with a request, or null. */
function findFault({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  if (!given) return "AccessDenied";
  const [, accessKeyId, day, region, signedHeaders, signature] = given as unknown as string[];
  const time = String(headers["x-amz-date"]);
  const payload = String(headers["x-amz-content-sha256"]);
  if (accessKeyId !== s3Keys.accessKeyId) return "InvalidAccessKeyId";
  if (region !== s3Keys.region || !time.startsWith(day!)) return "AuthorizationHeaderMalformed";
  const names = signedHeaders!.split(";");
  if (!names.includes("host") || !names.includes("x-amz-date")) return "AccessDenied";
  if (method === "PUT" && payload !== hash(body)) return "XAmzContentSHA256Mismatch";
  const [path, query = ""] = url!.split("?");
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, " ")}`),
    "",
    signedHeaders,
    payload,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, hash(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${s3Keys.secretAccessKey}`, day!), region!));
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}
