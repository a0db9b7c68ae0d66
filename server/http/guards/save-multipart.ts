import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** A form with a file, of which the file was written to disk. */
export interface SavedForm {
  fields: URLSearchParams;
  /** The file that was chosen; null when none was. */
  file: { field: string; name: string; bytes: number; sha256: string } | null;
}

/** What was sent is no form, or too much; the message says so. */
export class UploadRefusedError extends Error {}

const maxFieldBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;
/** All that is no file: fields, headers, and what stands before, between and behind the parts. */
const maxOtherBytes = 512 * 1024;
const maxParts = 50;
/** A disk's limit is 255 bytes; the name of a report is that of its file with an ending. */
const maxNameBytes = 200;

/**
 * Reads a form of `multipart/form-data` and writes its one file into the folder while it comes, under a name that is safe
 * there. `check` is asked with the bytes so far after each piece, and throws when they are too many. Memory grows neither with
 * the file nor with what is sent beside it: that is refused while it comes.
 */
export async function saveMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  folder: string,
  check: (bytes: number) => Promise<void> | void,
): Promise<SavedForm> {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType)?.slice(1).find(Boolean);
  if (!boundary) throw new UploadRefusedError("This form could not be read. Open the page again.");
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const saved: SavedForm = { fields: new URLSearchParams(), file: null };
  // The first delimiter has no line before it.
  let pending: Buffer = Buffer.from("\r\n");
  let state: "body" | "delimiter" | "headers" | "end" = "body";
  let part: Part | null = null;
  let [received, ofFiles, parts] = [0, 0, 0];
  try {
    for await (const chunk of body) {
      received += chunk.length;
      pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
      for (let isMore = true; isMore && state !== "end";) {
        switch (state) {
          case "body": {
            const at = pending.indexOf(delimiter);
            // The beginning of a delimiter may stand at the end of what has come.
            const sure = at >= 0 ? at : Math.max(0, pending.length - delimiter.length + 1);
            await part?.write(pending.subarray(0, sure));
            if (part?.isFile) await check(part.bytes);
            pending = pending.subarray(at >= 0 ? at + delimiter.length : sure);
            isMore = at >= 0;
            if (at < 0) break;
            await part?.end(saved);
            if (part?.isFile) ofFiles += part.bytes;
            part = null;
            state = "delimiter";
            break;
          }
          case "delimiter":
            isMore = pending.length >= 2;
            if (!isMore) break;
            state = pending.subarray(0, 2).toString("latin1") === "--" ? "end" : "headers";
            // What follows the delimiter ends its line; the headers end with an empty one.
            break;
          case "headers": {
            const at = pending.indexOf("\r\n\r\n");
            if (at > maxHeaderBytes || (at < 0 && pending.length > maxHeaderBytes))
              throw new UploadRefusedError("This form could not be read. Open the page again.");
            isMore = at >= 0;
            if (at < 0) break;
            parts += 1;
            if (parts > maxParts) throw new UploadRefusedError("This form has too many fields.");
            part = await openPart(pending.subarray(0, at).toString("utf8"), folder, saved);
            pending = pending.subarray(at + 4);
            state = "body";
            break;
          }
        }
      }
      if (state === "end") pending = Buffer.alloc(0);
      const written = ofFiles + (part?.isFile ? part.bytes + pending.length : 0);
      if (received - written > maxOtherBytes)
        throw new UploadRefusedError("What was sent beside the file is too long: 512 kB at most. Nothing was kept.");
    }
    if (state !== "end")
      throw new UploadRefusedError("The file did not come whole: the connection was cut. Choose it again.");
    return saved;
  } finally {
    await part?.close();
  }
}

interface Part {
  isFile: boolean;
  bytes: number;
  write: (data: Buffer) => Promise<void>;
  end: (saved: SavedForm) => Promise<void>;
  close: () => Promise<void>;
}

async function openPart(headers: string, folder: string, { file: before }: SavedForm): Promise<Part> {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? "";
  const field = /\bname="([^"]{1,200})"/i.exec(disposition)?.[1];
  if (field === undefined) throw new UploadRefusedError("This form could not be read. Open the page again.");
  const fileName = /\bfilename="([^"]*)"/i.exec(disposition)?.[1];
  if (fileName !== undefined && before) throw new UploadRefusedError("One file is brought at a time.");
  return fileName === undefined ? textPart(field) : filePart(field, safeName(fileName), folder);
}

function textPart(field: string): Part {
  const pieces: Buffer[] = [];
  const part: Part = {
    isFile: false,
    bytes: 0,
    async write(data) {
      part.bytes += data.length;
      if (part.bytes > maxFieldBytes) throw new UploadRefusedError("A field of this form is too long.");
      pieces.push(Buffer.from(data));
    },
    async end({ fields }) {
      fields.append(field, Buffer.concat(pieces).toString("utf8"));
    },
    close: async () => {},
  };
  return part;
}

function filePart(field: string, name: string, folder: string): Part {
  let handle: FileHandle | null = null;
  const hash = createHash("sha256");
  const part: Part = {
    isFile: true,
    bytes: 0,
    async write(data) {
      if (data.length === 0) return;
      handle ??= await open(join(folder, name), "wx", 0o600);
      await handle.write(data);
      hash.update(data);
      part.bytes += data.length;
    },
    async end(saved) {
      await part.close();
      if (part.bytes > 0) saved.file = { field, name, bytes: part.bytes, sha256: hash.digest("hex") };
    },
    async close() {
      await handle?.close();
      handle = null;
    },
  };
  return part;
}

/** A file's name without folders and signs that mean something to a disk; it says what the file was called. */
function safeName(given: string): string {
  const base = given.replaceAll("%22", "'").split(/[\\/]/).at(-1) ?? "";
  const clean = base
    .replaceAll(/[\p{C}<>:"|?*]/gu, "")
    .replace(/^\.+/, "")
    // What the shop itself puts beside a file ends so.
    .replace(/\.(report\.csv|preview\.txt|left\.csv)$/, "-$1")
    .trim();
  const letters = [...clean];
  while (Buffer.byteLength(letters.join("")) > maxNameBytes) letters.shift();
  return letters.join("") || "file";
}
