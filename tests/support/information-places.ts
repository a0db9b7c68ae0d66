import { expect, type Page } from "@playwright/test";

import { expectReady } from "./shopper.ts";

/** What the shop says of itself, its offers and how to reach it. */
export const informationPlaces: Record<string, (page: Page) => Promise<unknown>> = {
  "special offers": (page) => page.goto("/special-offers"),
  about: (page) => page.goto("/about"),
  contact: (page) => page.goto("/contact"),
  "a message that arrived": async (page) => {
    await page.goto("/contact");
    await expectReady(page);
    await page.getByRole("textbox", { name: "Name" }).fill("Meera Nair");
    await page.getByRole("textbox", { name: "Email" }).fill("meera.writes@example.com");
    await page.getByRole("textbox", { name: "Subject" }).fill("A torn cover");
    await page.getByRole("textbox", { name: "Message" }).fill("The cover of my book was torn when it came.");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Thank you for writing" })).toBeVisible();
  },
  questions: (page) => page.goto("/faq"),
  shipping: (page) => page.goto("/shipping"),
  returns: (page) => page.goto("/returns"),
  "the privacy policy": (page) => page.goto("/privacy-policy"),
  "the terms of service": (page) => page.goto("/terms-of-service"),
  newsletter: (page) => page.goto("/newsletter"),
  "the API": (page) => page.goto("/api"),
  "no connection": (page) => page.goto("/offline"),
};
