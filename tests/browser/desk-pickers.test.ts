/** Books are chosen for a window and for a newsletter: found by a search, moved by keys, taken out, and previewed. */
import type { Page } from "@playwright/test";

import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

/** The books of a choice: its search, and its rows in order. */
function choiceOf(page: Page, title: string) {
  const group = page.getByRole("group", { name: title, exact: true });
  const rows = group.getByRole("list", { name: title }).getByRole("listitem");
  const search = group.getByRole("combobox");
  return {
    rows,
    search,
    /** Finds a book by the beginning of a word, and chooses it by keys. */
    async add(words: string, title: string) {
      await search.pressSequentially(words);
      await expect(group.getByRole("option", { name: title }).first()).toBeVisible();
      await search.press("ArrowDown");
      await search.press("Enter");
      await expect(rows.last()).toContainText(title);
      await expect(search).toBeFocused();
      await expect(search).toHaveValue("");
    },
    mover: (book: string, way: "up" | "down") => group.getByRole("button", { name: `Move ${book} ${way}` }),
    remover: (book: string | RegExp) => group.getByRole("button", { name: book }),
  };
}

test("books of a window are found, moved and taken out by keys, and home beside it shows them", async ({
  db,
  openContext,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner");
  const page = await context.newPage();
  await openDeskPage(page, "/window/draft");
  const books = choiceOf(page, "Books at the top");
  const home = page.frameLocator("iframe[title='Home with this window']:not(.invisible)");
  const fan = home.locator(".fan").getByRole("link");
  const front = home.locator(".fan-front").getByRole("link");

  // A new window begins with the books of the published one.
  while ((await books.rows.count()) > 0)
    await books
      .remover(/^Remove /)
      .first()
      .press("Enter");
  await expect(books.search).toBeFocused();
  await books.add("silent spr", "Silent Spring");
  await books.add("entangled", "Entangled Life");
  await expect(front).toHaveAccessibleName(/Silent Spring/);
  await expect(fan.nth(0)).toHaveAccessibleName(/Entangled Life/);

  const up = books.mover("Entangled Life", "up");
  await up.press("Enter");
  await expect(books.rows).toHaveText([/Entangled Life/, /Silent Spring/]);
  await expect(books.mover("Entangled Life", "down")).toBeFocused();
  await expect(front).toHaveAccessibleName(/Entangled Life/);

  await page.getByRole("textbox", { name: /^Name/ }).fill(`Picked ${Date.now()}`);
  await page.getByRole("button", { name: "Save the window" }).click();
  await expect(page).toHaveURL(/window=\d+/);
  await expect(books.rows).toHaveText([/Entangled Life/, /Silent Spring/]);
  await books.remover("Remove Entangled Life").press("Enter");
  await expect(books.rows).toHaveText([/Silent Spring/]);
  await expect(books.remover("Remove Silent Spring")).toBeFocused();

  await page.getByRole("button", { name: "Remove the window" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Window" })).toBeVisible();
});

test("books of a newsletter are found, moved and taken out by keys, and the e-mail beside it lists them", async ({
  db,
  openContext,
}) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner");
  const page = await context.newPage();
  await openDeskPage(page, "/newsletter");
  const books = choiceOf(page, "Books");
  const letter = page.frameLocator("iframe[title='The e-mail']:not(.invisible)").locator("body");
  await page.getByLabel("Subject").fill("For the rains");
  await page.getByLabel("Letter").fill("Dear readers,\n\nTwo books for wet afternoons.");
  await books.add("silent spr", "Silent Spring");
  await books.add("entangled", "Entangled Life");
  await expect(letter).toContainText(/wet afternoons.*Silent Spring.*Entangled Life/s);

  await books.mover("Entangled Life", "up").press("Enter");
  await expect(letter).toContainText(/wet afternoons.*Entangled Life.*Silent Spring/s);
  await books.remover("Remove Silent Spring").press("Enter");
  await expect(letter).not.toContainText("Silent Spring");
  await expect(letter).toContainText("Entangled Life");
});
