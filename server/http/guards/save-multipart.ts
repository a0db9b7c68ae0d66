// Reads a form with a file, and writes the file to disk while it comes.
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";

/** A form with a file, of which the file was written to disk. */
export interface SavedForm {
  fields: URLSearchParams;
  /** The file that was chosen; null when none was. */
  file: { field: string; name: string; bytes: number; sha256: string } | null;
}

/** What was sent is no form, or too much; the message says so. */
export class UploadRefusedError extends Error {}

/** All that is no file: fields, headers, and what stands before, between and behind the parts. */
const maxOtherBytes = 512 * 1024;
const limits = { fieldSize: 64 * 1024, headerSize: 16 * 1024, parts: 50 };
/** A disk's limit is 255 bytes; the name of a report is that of its file with an ending. */
const maxNameBytes = 200;
const unreadable = "This form could not be read. Open the page again.";

/**
 * Reads a form of `multipart/form-data` and writes its one file into the folder while it comes, under a name that is safe
 * there. `check` is called with the bytes so far before each piece is written, and throws when they are too many. Memory grows
 * neither with the file nor with what is sent beside it: that is refused while it comes.
 */
export async function saveMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  folder: string,
  check: (bytes: number) => Promise<void> | void,
): Promise<SavedForm> {
  const form: SavedForm = { fields: new URLSearchParams(), file: null };
  const files: BusboyFileStream[] = [];
  const writes: Promise<void>[] = [];
  const parser = openParser(contentType);
  const refuse = (message: string) => void parser.destroy(new UploadRefusedError(message));

  parser.on("partsLimit", () => refuse("This form has too many fields."));
  parser.on("field", (name, value, _, isCut) => {
    if (!name) refuse(unreadable);
    else if (isCut) refuse("A field of this form is too long.");
    else form.fields.append(name, value);
  });
  parser.on("file", (field, file, name) => {
    if (!field) refuse(unreadable);
    if (files.some(({ bytesRead }) => bytesRead > 0)) refuse("One file is brought at a time.");
    files.push(file);
    const written = writeFile(file, join(folder, safeName(name)), check).then((saved) => {
      if (saved) form.file = { field, name: safeName(name), ...saved };
    });
    writes.push(written);
    written.catch((error) => parser.destroy(error));
  });

  try {
    await pipeline(bounded(body, files), parser);
    await Promise.all(writes);
    return form;
  } catch (error) {
    if (error instanceof Error && /unexpected end of multipart data/i.test(error.message))
      throw new UploadRefusedError("The file did not come whole: the connection was cut. Choose it again.");
    throw error;
  } finally {
    for (const file of files) file.destroy();
    await Promise.allSettled(writes);
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    const isPartAFile = (_field?: string, _type?: string, fileName?: string) => fileName !== undefined;
    return new Busboy({ headers: { "content-type": contentType }, isPartAFile, preservePath: true, limits });
  } catch {
    throw new UploadRefusedError(unreadable);
  }
}

/** The body, until too much of it is not the content of a file. */
async function* bounded(body: AsyncIterable<Uint8Array>, files: BusboyFileStream[]) {
  let received = 0;
  for await (const chunk of body) {
    yield chunk;
    received += chunk.length;
    if (received - files.reduce((sum, { bytesRead }) => sum + bytesRead, 0) > maxOtherBytes)
      throw new UploadRefusedError("What was sent beside the file is too long: 512 kB at most. Nothing was kept.");
  }
}

/** Writes a file that nobody else on the machine may read. An empty one, as browsers send when none was chosen, is not written. */
async function writeFile(file: BusboyFileStream, path: string, check: (bytes: number) => Promise<void> | void) {
  const hash = createHash("sha256");
  let bytes = 0;
  let handle: FileHandle | null = null;
  try {
    for await (const piece of file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      await check(bytes);
      handle ??= await open(path, "wx", 0o600);
      await handle.writeFile(piece);
      hash.update(piece);
    }
  } finally {
    await handle?.close();
  }
  return bytes > 0 ? { bytes, sha256: hash.digest("hex") } : null;
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
