import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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

/** A form as browsers write it, by the platform's own encoder. */
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
  await expect(save(body.subarray(0, 3000))).rejects.toThrow("did not come whole");
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
  await expect(save(both.body, both.contentType)).rejects.toThrow("One file");
  const long = new FormData();
  long.set("kind", "x".repeat(70_000));
  const field = await encode(long);
  await expect(save(field.body, field.contentType)).rejects.toThrow("too long");
});
