import { expect, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { addOwnPage } from "./own-page.ts";
import { listRouteExamples } from "./route-examples.ts";

/** Every public page without parameters, named by its address: "privacy policy", "home". */
const publicPlaces = listRouteExamples()
  .filter(({ path, route }) => route.access === "public" && !path.includes(":"))
  .map(({ path }) => [path.slice(1).replaceAll("-", " ") || "home", (page: Page) => page.goto(path)] as const);

/** The public pages without parameters, and pages that readers reach from them. */
export const informationPlaces: Record<string, (page: Page, db: Db) => Promise<unknown>> = {
  ...Object.fromEntries(publicPlaces),
  "a page of the bookseller": async (page, db) => {
    await addOwnPage(db);
    await page.goto("/pages/school-orders");
  },
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
  "a book that was asked for": async (page) => {
    await page.goto("/search?q=zzzqqq");
    await expectReady(page);
    await page.getByRole("textbox", { name: "E-mail" }).fill("meera.asks@example.com");
    await page.getByRole("button", { name: "Ask for this book" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Thank you for asking" })).toBeVisible();
  },
};
