import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";

import { openS3Server, s3Keys } from "#tests/support/shop/s3-server.ts";
import { createFolderStore } from "./folder-store.server.ts";
import { createS3Store } from "./s3-store.server.ts";

const folder = mkdtempSync(join(tmpdir(), "endpaper-store-"));
afterAll(() => rmSync(folder, { recursive: true }));
const s3 = await openS3Server();
afterEach(() => {
  s3.fails.status = null;
  s3.objects.clear();
});

const name = "p_0123456789abcdef0123-480.webp";
const bytes = Buffer.from("the bytes of a picture");

describe.each([
  ["a folder", createFolderStore(join(folder, "covers"))],
  ["a bucket", createS3Store({ ...s3Keys, url: s3.url })],
])("%s", (_kind, store) => {
  test("has what was put, until it is removed", async () => {
    expect([await store.has(name), await store.get(name)]).toEqual([false, null]);
    await store.put(name, bytes);
    expect([await store.has(name), await store.get(name)]).toEqual([true, bytes]);
    await store.put(name, Buffer.from("other"));
    expect(String(await store.get(name))).toBe("other");
    await store.remove(name);
    await store.remove(name);
    expect([await store.has(name), await store.get(name)]).toEqual([false, null]);
  });

  test("knows no names but those of pictures", async () => {
    for (const wrong of [
      "../../secret",
      "/etc/passwd",
      `../${name}`,
      `x/${name}`,
      "p_0123456789abcdef0123-481.webp",
      "",
    ]) {
      await expect(store.put(wrong, bytes), wrong).rejects.toThrow("is no name of a picture");
      await expect(store.get(wrong), wrong).rejects.toThrow("is no name of a picture");
      await expect(store.remove(wrong), wrong).rejects.toThrow("is no name of a picture");
    }
    expect(existsSync(join(folder, "secret"))).toBe(false);
  });
});

test("an object in a bucket says what it is", async () => {
  await createS3Store({ ...s3Keys, url: s3.url }).put(name, bytes);
  expect(s3.objects.get(name)).toEqual({ bytes, type: "image/webp" });
});

test("keys that are wrong, another bucket and a store that is away are said in plain words, without the keys", async () => {
  const wrongSecret = { ...s3Keys, secretAccessKey: "another-secret-of-the-tests" };
  const wrongs = [
    [{ ...wrongSecret, url: s3.url }, "answered 403 (SignatureDoesNotMatch)"],
    [{ ...s3Keys, accessKeyId: "AKIDOTHER", url: s3.url }, "answered 403 (InvalidAccessKeyId)"],
    [{ ...s3Keys, url: s3.url.replace("covers", "elsewhere") }, "has no such bucket"],
    [{ ...s3Keys, url: "http://127.0.0.1:9/covers" }, "cannot be reached"],
  ] as const;
  for (const [settings, words] of wrongs) {
    const error = await createS3Store(settings)
      .put(name, bytes)
      .catch((caught: unknown) => caught);
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain(settings.secretAccessKey);
  }
  const elsewhere = createS3Store({ ...s3Keys, url: s3.url.replace("covers", "elsewhere") });
  await expect(elsewhere.get(name)).rejects.toThrow("has no such bucket");
  await expect(elsewhere.remove(name)).rejects.toThrow("has no such bucket");
  s3.fails.status = 500;
  await expect(createS3Store({ ...s3Keys, url: s3.url }).get(name)).rejects.toThrow("answered 500 (InternalError)");
});

test("a store that takes a connection and says nothing is not waited for", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => (silent.closeAllConnections(), void silent.close()));
  const { port } = silent.address() as AddressInfo;
  const store = createS3Store({ ...s3Keys, url: `http://127.0.0.1:${port}/covers` }, 200);
  const startedAt = performance.now();
  await expect(store.get(name)).rejects.toThrow("The store of the covers cannot be reached");
  await expect(store.put(name, bytes)).rejects.toThrow("The store of the covers cannot be reached");
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
