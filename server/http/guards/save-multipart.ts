/** Reads a form with a file, and writes the file to disk while it arrives. */
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";

/** A file that was written to disk. */
export interface SavedFile {
  field: string;
  name: string;
  bytes: number;
  sha256: string;
}

/** A form that was read, and whose files were written to disk. */
export interface SavedForm {
  fields: URLSearchParams;
  /** The first uploaded file; null if none was chosen. */
  file: SavedFile | null;
  /** All uploaded files. */
  files: SavedFile[];
  /** The name of the first file without a byte; null if there is none. */
  emptyName: string | null;
}

/** Thrown if the body is not a form, or is too large; the message is for the user. */
export class UploadRefusedError extends Error {}

/** Maximum bytes outside the file: fields, headers and boundaries. */
const maxOtherBytes = 512 * 1024;
const limits = { fieldSize: 64 * 1024, headerSize: 16 * 1024 };
/** Maximum parts of a form besides further files. */
const maxParts = 50;
/**
 * Maximum length of a file name in bytes. The limit of file systems is 255 bytes, and the report of a file adds an
 * ending to its name.
 */
const maxNameBytes = 200;
const unreadable = "This form could not be read. Open the page again.";

/**
 * Reads a form of `multipart/form-data`, and writes its file, or as many as `mostFiles`, into the folder while they
 * arrive, under safe names. `check` receives the number of bytes of all files before each piece is written, and throws if
 * there are too many. Memory use does not grow with the size of the files. The other parts are limited while they arrive.
 */
export async function saveMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  folder: string,
  check: (bytes: number) => Promise<void> | void,
  mostFiles = 1,
): Promise<SavedForm> {
  const form: SavedForm = { fields: new URLSearchParams(), file: null, files: [], emptyName: null };
  const files: BusboyFileStream[] = [];
  const writes: Promise<void>[] = [];
  const names = new Set<string>();
  let received = 0;
  const checkAll = (added: number) => check((received += added));
  const parser = openParser(contentType, mostFiles);
  const refuse = (message: string) => void parser.destroy(new UploadRefusedError(message));

  parser.on("partsLimit", () => refuse("This form has too many fields."));
  parser.on("field", (name, value, _, isCut) => {
    if (!name) refuse(unreadable);
    else if (isCut) refuse("A field of this form is too long.");
    else form.fields.append(name, value);
  });
  parser.on("file", (field, file, name) => {
    if (!field) refuse(unreadable);
    const sent = files.filter(({ bytesRead }) => bytesRead > 0);
    const safe = safeName(name);
    if (sent.length >= mostFiles)
      refuse(mostFiles === 1 ? "Send one file at a time." : `Send at most ${mostFiles} files at a time, or a zip.`);
    else if (sent.length > 0 && names.has(safe)) refuse(`Two of these files are called ${safe}. Send them in a zip.`);
    names.add(safe);
    files.push(file);
    const written = writeFile(file, join(folder, safe), checkAll).then((saved) => {
      // Browsers send an empty file without a name if none was chosen.
      if (!saved) return void (name && (form.emptyName ??= safe));
      const one = { field, name: safe, ...saved };
      form.files.push(one);
      form.file ??= one;
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
      throw new UploadRefusedError("The file is incomplete, because the connection was lost. Choose it again.");
    throw error;
  } finally {
    for (const file of files) file.destroy();
    await Promise.allSettled(writes);
  }
}

function openParser(contentType: string, mostFiles: number): BusboyInstance {
  try {
    const isPartAFile = (_field?: string, _type?: string, fileName?: string) => fileName !== undefined;
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile,
      preservePath: true,
      limits: { ...limits, parts: maxParts + mostFiles - 1 },
    });
  } catch {
    throw new UploadRefusedError(unreadable);
  }
}

/** Passes the body through. Throws when more than `maxOtherBytes` of it do not belong to a file. */
async function* bounded(body: AsyncIterable<Uint8Array>, files: BusboyFileStream[]) {
  let received = 0;
  for await (const chunk of body) {
    yield chunk;
    received += chunk.length;
    if (received - files.reduce((sum, { bytesRead }) => sum + bytesRead, 0) > maxOtherBytes)
      throw new UploadRefusedError("The form's other fields are too long: 512 kB at most. Nothing was saved.");
  }
}

/**
 * Writes a file that only its owner can read. An empty file is not written.
 */
async function writeFile(file: BusboyFileStream, path: string, check: (added: number) => Promise<void> | void) {
  const hash = createHash("sha256");
  let bytes = 0;
  let handle: FileHandle | null = null;
  try {
    for await (const piece of file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      await check(piece.length);
      handle ??= await open(path, "wx", 0o600);
      await handle.writeFile(piece);
      hash.update(piece);
    }
  } finally {
    await handle?.close();
  }
  return bytes > 0 ? { bytes, sha256: hash.digest("hex") } : null;
}

/** A safe file name, as similar as possible to the original. */
function safeName(given: string): string {
  const base = given.replaceAll("%22", "'").split(/[\\/]/).at(-1) ?? "";
  const clean = base
    .replaceAll(/[\p{C}<>:"|?*]/gu, "")
    .replace(/^\.+/, "")
    // Files that the shop itself writes next to an upload have these endings.
    .replace(/\.(report\.csv|preview\.txt|left\.csv)$/, "-$1")
    .trim();
  const letters = [...clean];
  while (Buffer.byteLength(letters.join("")) > maxNameBytes) letters.shift();
  return letters.join("") || "file";
}
