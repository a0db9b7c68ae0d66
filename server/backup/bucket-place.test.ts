/** Tests of backups in an S3 bucket: parts, retries, failures, and removal of old ones. */
import { createHash, randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { refusal } from "#stand-ins/s3/answers.ts";
import { openS3Server, s3Keys } from "#tests/support/shop/s3-server.ts";
import { openBackupLocation } from "./open-backup-place.ts";
import { listBackups, removeOldBackups } from "./nightly.ts";

const megabyte = 1024 * 1024;
const partBytes = 8 * megabyte;
const s3 = await openS3Server("our-backups", 2);
const access = { ...s3Keys, endpoint: new URL(s3.url).origin };
const place = openBackupLocation("s3://our-backups/shop", access);
afterEach(() => {
  s3.before.answer = null;
  s3.fails.status = null;
  s3.objects.clear();
  s3.uploads.clear();
});

async function* pieces(bytes: Uint8Array, size = 300_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of bytes) read.push(chunk);
  return Buffer.concat(read);
}

/** Makes the first `times` requests that match `is` fail. */
function fail(times: number, is: (request: Request) => boolean, answer: () => Response): { left: number } {
  const rest = { left: times };
  s3.before.answer = (request) => {
    if (rest.left === 0 || !is(request)) return null;
    rest.left -= 1;
    return answer();
  };
  return rest;
}

const isPart = (number: number) => (request: Request) => request.url.includes(`partNumber=${number}&`);
const isDownload = (request: Request) => request.method === "GET" && request.url.endsWith(".zst");
const large = randomBytes(2 * partBytes + 3 * megabyte);
const tag = `"${createHash("sha256").update(large).digest("hex")}"`;

test("a large backup goes into a bucket in parts of 8 MB, is there when all of it is, and comes back as it was", async () => {
  const sizes: number[] = [];
  s3.before.answer = (request) => {
    if (request.method === "PUT") sizes.push(Number(request.headers.get("content-length")));
    expect(s3.objects.size).toBe(0);
    return null;
  };
  const file = place.file("endpaper-2026-11-05.tar.zst");
  expect(await file.write(pieces(large))).toBe(large.length);
  s3.before.answer = null;
  expect(sizes).toEqual([partBytes, partBytes, 3 * megabyte]);
  expect([...s3.objects.keys()]).toEqual(["shop/endpaper-2026-11-05.tar.zst"]);
  expect((await readAll(file.read())).equals(large)).toBe(true);
  expect(file.at).toBe("s3://our-backups/shop/endpaper-2026-11-05.tar.zst");
});

test("a store that is away for a moment, or cuts a download, costs nothing", async () => {
  const file = place.file("endpaper-2026-11-05.tar.zst");
  const parts = fail(5, isPart(2), () => refusal(503, "SlowDown"));
  await file.write(pieces(large));
  expect(parts.left).toBe(0);
  const downloads = fail(1, isDownload, () => {
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(large.subarray(0, 5_000));
        controller.close();
      },
    });
    const headers = { "content-length": String(large.length), connection: "close", etag: tag };
    return new Response(cut, { headers });
  });
  expect((await readAll(file.read())).equals(large)).toBe(true);
  expect(downloads.left).toBe(0);
});

test("an upload that fails leaves nothing in the bucket", async () => {
  const file = place.file("endpaper-2026-11-05.tar.zst");
  fail(1, isPart(2), () => refusal(403, "AccessDenied"));
  await expect(file.write(pieces(large))).rejects.toThrow("The store of the backups answered 403 (AccessDenied).");
  async function* broken() {
    yield large.subarray(0, partBytes + 5);
    throw new Error("The database is away.");
  }
  await expect(file.write(broken())).rejects.toThrow("The database is away.");
  // S3 may respond with 200 first, and then with an error.
  const isEnd = ({ method, url }: Request) => method === "POST" && url.includes("uploadId");
  fail(1, isEnd, () => new Response("<Error><Code>InternalError</Code></Error>"));
  await expect(file.write(pieces(large.subarray(0, 5)))).rejects.toThrow("rejected the request (InternalError)");
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
});

test("backups are found over all pages of a list; old ones and uploads that never ended go, others' stay", async () => {
  const now = new Date("2026-11-05T03:00:00+05:30");
  const days = ["2026-10-01", "2026-10-02", "2026-11-02", "2026-11-03", "2026-11-04"];
  for (const day of days) await place.file(`endpaper-${day}.tar.zst.age`).write(pieces(Buffer.from(day)));
  const others = ["shop/notes.txt", "shop/old/endpaper-2026-10-01.tar.zst", "other/endpaper-2026-10-01.tar.zst"];
  for (const name of others) s3.objects.set(name, { bytes: Buffer.from("x"), type: "" });
  const begun = (name: string, hours: number) =>
    s3.uploads.set(name, { name, type: "", parts: new Map(), begunAt: new Date(now.getTime() - hours * 3_600_000) });
  begun("shop/endpaper-2026-11-03.tar.zst", 30);
  begun("shop/endpaper-2026-11-05.tar.zst", 1);
  begun("other/endpaper-2026-11-03.tar.zst", 30);

  expect((await listBackups(place)).map(({ day, bytes }) => [day, bytes])).toEqual(days.map((day) => [day, 10]));
  expect(await removeOldBackups(place, 14, now)).toEqual([
    "s3://our-backups/shop/endpaper-2026-10-01.tar.zst.age",
    "s3://our-backups/shop/endpaper-2026-10-02.tar.zst.age",
  ]);
  expect((await listBackups(place)).map(({ day }) => day)).toEqual(days.slice(2));
  for (const name of others) expect(s3.objects.has(name), name).toBe(true);
  expect([...s3.uploads.keys()]).toEqual(["shop/endpaper-2026-11-05.tar.zst", "other/endpaper-2026-11-03.tar.zst"]);
});

test("what is wrong with a bucket is said in words, without the keys", async () => {
  const wrongs = [
    ["s3://our-backups/shop", { ...access, secretAccessKey: "another-secret-of-the-tests" }, "(SignatureDoesNotMatch)"],
    ["s3://somewhere-else", access, "has no such bucket"],
  ] as const;
  for (const [at, keys, words] of wrongs) {
    const error = await listBackups(openBackupLocation(at, keys)).catch((caught: unknown) => String(caught));
    expect(error).toContain(words);
    expect(error).not.toContain(keys.secretAccessKey);
  }
  expect(() => openBackupLocation("s3://our-backups", null)).toThrow("Set BACKUP_S3_ACCESS_KEY_ID");
  expect(() => openBackupLocation("s3://Our Backups", access)).toThrow(
    "must be an address such as s3://our-backups/shop",
  );
  await expect(text(place.file("endpaper-2026-11-05.tar.zst").read())).rejects.toThrow(
    "There is no backup s3://our-backups/shop/endpaper-2026-11-05.tar.zst.",
  );
});
