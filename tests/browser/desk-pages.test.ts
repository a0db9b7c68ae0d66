/** The live preview of a page that the bookseller writes. */
import { randomBytes } from "node:crypto";

import { savePage } from "#shop/office/pages/pages.server.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("the preview follows the form, also after its first save, and never takes what was typed", async ({
  db,
  openContext,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner");
  const page = await context.newPage();
  const text = page.getByRole("textbox", { name: /^Text/ });
  const preview = page.getByRole("region", { name: "As readers will see it" });
  const id = `live-${randomBytes(4).toString("hex")}`;

  await openDeskPage(page, "/pages/edit");
  await page.getByRole("textbox", { name: /^Title/ }).fill(id);
  await text.fill("Written at first.");
  await expect(preview.getByText("Written at first.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`page=${id}`));
  await text.fill("Written after the save.");
  await expect(preview.getByText("Written after the save.")).toBeVisible();
  await text.fill("In {nothing like that}.");
  await expect(preview.getByRole("status")).toContainText("There is no field");

  // Another person saves the page meanwhile.
  const theirs = { id, title: id, lead: "", text: "Theirs.", place: "none", position: 0, isShown: true } as const;
  await savePage(db, theirs, new Date());
  await text.fill("Mine.");
  await expect(preview.getByText("Mine.")).toBeVisible();
  await text.pressSequentially(" And more.");
  await expect(preview.getByText("Mine. And more.")).toBeVisible();
  await expect(text).toHaveValue("Mine. And more.");
});
