import sharp from "sharp";
import { expect, test } from "vitest";

import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ name: "Kitab Ghar" });

test("the manifest bears the shop's own name, and every icon in it is a picture of the size it says", async () => {
  const response = await shop.fetch("/manifest.webmanifest");
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string; type: string }[] };
  expect(manifest.name).toBe("Kitab Ghar");
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === "image/png")) {
    const { width, height } = await sharp(await (await shop.fetch(src)).arrayBuffer()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect((await shop.fetch("/icons/13.png")).status).toBe(404);
});

test("the mark may be shown in the frame of another site, as the payment widget does; nothing else may", async () => {
  const policyOf = async (path: string) => (await shop.fetch(path)).headers.get("cross-origin-resource-policy");
  expect(await policyOf("/icons/apple-touch-icon.png")).toBe("cross-origin");
  for (const path of ["/", "/favicon.ico", "/manifest.webmanifest"]) expect(await policyOf(path)).toBe("same-origin");
});

test("a browser that asks for the old favicon gets one", async () => {
  const response = await shop.fetch("/favicon.ico");
  expect(response.headers.get("content-type")).toBe("image/x-icon");
  const file = Buffer.from(await response.arrayBuffer());
  expect(file.readUInt16LE(2)).toBe(1);
  const png = file.subarray(file.readUInt32LE(18), file.readUInt32LE(18) + file.readUInt32LE(14));
  expect((await sharp(png).metadata()).width).toBe(48);
});
