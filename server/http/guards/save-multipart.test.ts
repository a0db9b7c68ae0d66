/** Tests of uploads: forms in pieces, invalid forms, limits, and file names. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { saveMultipart, UploadRefusedError } from "./save-multipart.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-multipart-"));
  folders.push(folder);
  return folder;
}

/** A form as browsers encode it. */
async function encode(form: FormData): Promise<{ contentType: string; body: Buffer }> {
  const request = new Request("http://desk.test", { method: "POST", body: form });
  return { contentType: request.headers.get("content-type")!, body: Buffer.from(await request.arrayBuffer()) };
}

async function* inPieces(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

const noCheck = () => {};

test("the file is written as it was sent and the fields are read, however the bytes are cut", async () => {
  const text = `line\r\n--no boundary\r\n--\r\n${"x".repeat(300)}\r\n`;
  const form = new FormData();
  form.set("kind", "books");
  form.set("file", new Blob([text]), "मेरी किताबें.csv");
  form.set("note", "two\nlines");
  const { contentType, body } = await encode(form);
  for (const size of [1, 2, 7, 64, body.length]) {
    const folder = await newFolder();
    const { fields, file } = await saveMultipart(inPieces(body, size), contentType, folder, noCheck);
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(file).toEqual({ field: "file", name: "मेरी किताबें.csv", bytes: Buffer.byteLength(text), sha256 });
    expect(await readFile(join(folder, file!.name), "utf8")).toBe(text);
    expect([fields.get("kind"), fields.get("note")]).toEqual(["books", "two\r\nlines"]);
  }
});

test("a form without a file has none, and a name cannot leave its folder", async () => {
  const empty = new FormData();
  empty.set("file", new Blob([]), "");
  const nothing = await encode(empty);
  const folder = await newFolder();
  expect((await saveMultipart(inPieces(nothing.body, 50), nothing.contentType, folder, noCheck)).file).toBe(null);
  for (const name of ["../../etc/passwd", "C:\\books\\..\\passwd", "...passwd", "pas\u0000s\u202ewd"]) {
    const form = new FormData();
    form.set("file", new Blob(["x"]), name);
    const { contentType, body } = await encode(form);
    const own = await newFolder();
    const { file } = await saveMultipart(inPieces(body, 50), contentType, own, noCheck);
    expect(file!.name).toBe("passwd");
    expect(await readdir(own)).toEqual(["passwd"]);
  }
});

test("what is cut off, of another kind, too long or refused by the check is refused in words", async () => {
  const form = new FormData();
  form.set("file", new Blob(["x".repeat(5000)]), "books.csv");
  const { contentType, body } = await encode(form);
  const save = async (given: Buffer, type = contentType, check: (bytes: number) => void = noCheck) =>
    saveMultipart(inPieces(given, 1000), type, await newFolder(), check);
  await expect(save(body.subarray(0, 3000))).rejects.toThrow("The file is incomplete");
  async function* aborted() {
    yield body.subarray(0, 3000);
    throw new Error("aborted");
  }
  await expect(saveMultipart(aborted(), contentType, await newFolder(), noCheck)).rejects.toThrow("aborted");
  await expect(save(body, "multipart/form-data")).rejects.toThrow("could not be read");
  await expect(
    save(body, contentType, (bytes) => {
      if (bytes > 2000) throw new UploadRefusedError("too much");
    }),
  ).rejects.toThrow("too much");
  const two = new FormData();
  two.append("file", new Blob(["x"]), "a.csv");
  two.append("file", new Blob(["x"]), "b.csv");
  const both = await encode(two);
  await expect(save(both.body, both.contentType)).rejects.toThrow("Send one file");
  const long = new FormData();
  long.set("kind", "x".repeat(70_000));
  const field = await encode(long);
  await expect(save(field.body, field.contentType)).rejects.toThrow("too long");
});

test("what is sent beside the file is bounded while it comes: fields, their number, and bytes of no part", async () => {
  const head = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
  /** Counts the bytes read of an endless form. */
  const readOf = async (pieces: Generator<string>) => {
    let read = 0;
    async function* body() {
      for (const piece of pieces) {
        read += piece.length;
        yield Buffer.from(piece);
      }
    }
    const sent = saveMultipart(body(), "multipart/form-data; boundary=x", await newFolder(), noCheck);
    await expect(sent).rejects.toThrow(UploadRefusedError);
    return read;
  };
  const long = "x".repeat(60_000);
  function* fields() {
    for (;;) yield `${head("kind")}${long}\r\n`;
  }
  function* emptyFields() {
    for (;;) yield `${head("kind")}\r\n`;
  }
  function* before() {
    for (;;) yield long;
  }
  function* behind() {
    yield `${head("kind")}books\r\n--x--`;
    for (;;) yield long;
  }
  function* emptyFiles() {
    for (;;) yield `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n\r\n`;
  }
  for (const pieces of [fields, before, behind]) expect(await readOf(pieces())).toBeLessThan(800_000);
  for (const pieces of [emptyFields, emptyFiles]) expect(await readOf(pieces())).toBeLessThan(10_000);
});

test("a file of many megabytes is no text, and nobody else of the machine reads it", async () => {
  const form = new FormData();
  form.set("kind", "books");
  form.set("file", new Blob(["x".repeat(3_000_000)]), "books.csv");
  const { contentType, body } = await encode(form);
  const folder = await newFolder();
  const { file } = await saveMultipart(inPieces(body, 50_000), contentType, folder, noCheck);
  expect(file).toMatchObject({ bytes: 3_000_000 });
  expect((await stat(join(folder, "books.csv"))).mode & 0o777).toBe(0o600);
});

test("a name fits on the disk in every script, and none is taken for a report of the shop", async () => {
  for (const [given, stored] of [
    [`${"किताबें ".repeat(40)}नई.csv`, /नई\.csv$/],
    [`${"a".repeat(300)}.csv`, /a\.csv$/],
    ["sales.report.csv", /^sales-report\.csv$/],
    ["books.preview.txt", /^books-preview\.txt$/],
    ["undo.left.csv", /^undo-left\.csv$/],
  ] as const) {
    const form = new FormData();
    form.set("file", new Blob(["title"]), given);
    const { contentType, body } = await encode(form);
    const folder = await newFolder();
    const { file } = await saveMultipart(inPieces(body, 5000), contentType, folder, noCheck);
    expect(file!.name).toMatch(stored);
    expect(Buffer.byteLength(`${file!.name}.report.csv`)).toBeLessThanOrEqual(255);
    expect(await readdir(folder)).toEqual([file!.name]);
  }
});
