import { createHash, randomUUID } from "node:crypto";

import { refusal, xml } from "./answers.ts";

/** Multipart uploads, as the S3 documentation describes them. */
export interface MultipartUploads {
  /**
   * Responds to a request about an upload; returns null for all other requests. `keep` receives the object when it is
   * complete.
   */
  answer: (
    request: { method: string; name: string; query: URLSearchParams; body: Buffer; type: string },
    keep: (name: string, object: { bytes: Buffer; type: string }) => void,
  ) => Response | null;
  /** Lists uploads that are neither completed nor aborted. */
  list: (prefix: string) => Response;
  /** The open uploads by id. Tests may change `begunAt` to make one older. */
  open: Map<string, { name: string; type: string; begunAt: Date; parts: Map<number, { bytes: Buffer; tag: string }> }>;
}

/** Minimum size of every part except the last one, in bytes. */
const minPartBytes = 5 * 1024 * 1024;

/** Creates a store of open uploads. */
export function createMultipartUploads(): MultipartUploads {
  const open: MultipartUploads["open"] = new Map();

  function complete(id: string, body: Buffer, keep: Parameters<MultipartUploads["answer"]>[1]): Response {
    const { name, type, parts } = open.get(id)!;
    const named = [
      ...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g),
    ].map(([, number, tag]) => ({ number: Number(number), tag, part: parts.get(Number(number)) }));
    if (named.length === 0) return refusal(400, "MalformedXML");
    if (named.some(({ tag, part }) => part?.tag !== tag)) return refusal(400, "InvalidPart");
    if (named.some(({ number }, place) => place > 0 && number <= named[place - 1]!.number))
      return refusal(400, "InvalidPartOrder");
    const bytes = named.map(({ part }) => part!.bytes);
    if (bytes.slice(0, -1).some(({ length }) => length < minPartBytes)) return refusal(400, "EntityTooSmall");
    open.delete(id);
    keep(name, { bytes: Buffer.concat(bytes), type });
    return xml(`<CompleteMultipartUploadResult><Key>${name}</Key></CompleteMultipartUploadResult>`);
  }

  return {
    open,
    answer({ method, name, query, body, type }, keep) {
      if (method === "POST" && query.has("uploads")) {
        const id = randomUUID();
        open.set(id, { name, type, begunAt: new Date(), parts: new Map() });
        const words = `<Key>${name}</Key><UploadId>${id}</UploadId>`;
        return xml(`<InitiateMultipartUploadResult>${words}</InitiateMultipartUploadResult>`);
      }
      const id = query.get("uploadId");
      if (id === null) return null;
      const upload = open.get(id);
      if (upload?.name !== name) return refusal(404, "NoSuchUpload");
      if (method === "POST") return complete(id, body, keep);
      if (method === "DELETE") {
        open.delete(id);
        return new Response(null, { status: 204 });
      }
      const number = Number(query.get("partNumber"));
      if (method !== "PUT" || !(number >= 1 && number <= 10_000)) return refusal(400, "InvalidArgument");
      const tag = `"${createHash("md5").update(body).digest("hex")}"`;
      upload.parts.set(number, { bytes: body, tag });
      return new Response(null, { headers: { etag: tag } });
    },
    list(prefix) {
      const found = [...open].filter(([, { name }]) => name.startsWith(prefix));
      const words = found.map(
        ([id, { name, begunAt }]) =>
          `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
      );
      const list = `<IsTruncated>false</IsTruncated>${words.join("")}`;
      return xml(`<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`);
    },
  };
}
