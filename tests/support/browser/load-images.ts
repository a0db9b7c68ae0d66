import type { Page } from "@playwright/test";

/** Loads all images of a page, including lazy ones below the fold, for a full-page screenshot. */
export async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}
