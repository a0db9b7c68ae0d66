import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { openTestServices } from "#tests/support/test-services.ts";
import { devPages } from "./dev-pages.ts";

const { services } = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("in development pages come straight from their sources, nothing is kept, and the process ends as the shop says", async () => {
  const listeners = process.listeners("SIGTERM");
  const pages = await devPages({ services, imagesFolder: folder, standIns: [] });
  try {
    expect(process.listeners("SIGTERM")).toEqual(listeners);
    const { publicUrl } = services.settings;
    const page = await pages.fetch(new Request(`${publicUrl}/about`));
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(await page.text()).toContain("</html>");
    expect((await pages.fetch(new Request(`${publicUrl}/sw.js`))).status).toBe(404);
    expect((await pages.fetch(new Request(`${publicUrl}/design`))).status).toBe(200);
  } finally {
    await pages.close?.();
  }
});
