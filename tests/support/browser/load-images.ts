import type { Page } from "@playwright/test";

/** Loads all images of a page: those below the fold are fetched when they come near, and a picture of the whole page needs them. */
export async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}
