import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { writeFilm } from "#tests/support/browser/film.ts";
import { expect, test as journey } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";

const isbn = "9788195012343";
const baseURL = () => deskOf(process.env.JOURNEY_URL!);
const open = (page: Page) => page.getByRole("button", { name: "Scan with the camera" });

const test = journey.extend<{ openNewBook: (device: string, answer: "allow" | "deny") => Promise<Page> }>({
  /**
   * Opens the page for a new book in a browser of its own: `device` is what its camera films, `answer` the permission
   * for it.
   */
  openNewBook: async ({ playwright, launchOptions, watch, db }, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (device, answer) => {
      const camera = [device, `--use-fake-ui-for-media-stream${answer === "deny" ? "=deny" : ""}`];
      const args = [...(launchOptions.args ?? []), "--use-fake-device-for-media-stream", ...camera];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      close.push(() => browser.close());
      const context = await browser.newContext({ baseURL: baseURL() });
      watch(context);
      await signInAtDesk(context, db, "bookseller");
      const page = await context.newPage();
      await openDeskPage(page, "/books/new");
      return page;
    });
    for (const one of close) await one();
  },
});

test("the camera reads the bar code of a book, in a browser that itself reads none, once what reads it could be loaded", async ({
  openNewBook,
  expectTrouble,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "film-"));
  const film = join(folder, "codes.y4m");
  const pen = "4006381333931";
  writeFilm(film, [
    { code: pen, seconds: 2 },
    { code: isbn, seconds: 3 },
  ]);
  const page = await openNewBook(`--use-file-for-fake-video-capture=${film}`, "allow");
  expect(await page.evaluate(() => "BarcodeDetector" in globalThis)).toBe(false);

  // Without a connection the page shows an error, and a second attempt is possible.
  await page.context().route(/\.wasm$/, (route) => route.abort());
  expectTrouble(/Failed to load resource|wasm|Aborted|falling back/);
  await open(page).click();
  await expect(page.getByText("The bar code reader could not be loaded.")).toBeVisible();
  await page.context().unroute(/\.wasm$/);

  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  const loaded = page.waitForResponse(/\.wasm$/);
  await open(page).click();
  expect((await loaded).headers()["content-type"]).toBe("application/wasm");
  await expect(page.getByText("Hold the bar code in front of the camera.")).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  await expect(page.getByLabel("ISBN")).toHaveValue(isbn);
  expect(asked.filter(({ pathname }) => pathname.endsWith(".wasm"))).toHaveLength(1);
  expect(asked.filter(({ origin }) => origin !== baseURL())).toEqual([]);
  await rm(folder, { recursive: true });
});

test("where there is no camera, or pages may not use it, the page says so", async ({ openNewBook }) => {
  const without = await openNewBook("--use-fake-device-for-media-stream=device-count=0", "allow");
  await open(without).click();
  await expect(without.getByText("No camera was found. Type the ISBN")).toBeVisible();
  await expectNoFaults(without, "no camera");
  const denied = await openNewBook("--use-fake-device-for-media-stream", "deny");
  await open(denied).click();
  await expect(denied.getByText("The browser does not allow this page to use the camera.")).toBeVisible();
});
