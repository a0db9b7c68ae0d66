import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("sections of a window are moved by keyboard, and what was typed is kept, with scripts and without", async ({
  db,
  openContext,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const name = `A window of ${Date.now()}`;
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!), javaScriptEnabled });
    await signInAtDesk(context, db, "owner");
    const page = await context.newPage();
    await openDeskPage(page, "/window/draft", { javaScriptEnabled });
    const sections = page.getByRole("group", { name: "Sections" }).getByRole("checkbox");
    const named = () => sections.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).name));
    const before = await named();
    // Retries, because the list is empty while the page reloads.
    const expectOrder = (order: string[]) => expect(async () => expect(await named()).toEqual(order)).toPass();
    await page.getByRole("textbox", { name: /^Name/ }).fill(name);

    // Focus stays on the same button as long as the section can move further.
    const down = page.getByRole("button", { name: "Move The offer banner down" });
    await down.press("Enter");
    const once = [before[1]!, before[0]!, ...before.slice(2)];
    await expectOrder(once);
    await expect(down).toBeFocused();
    await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue(name);
    await page.keyboard.press("Enter");
    await expectOrder([before[1]!, before[2]!, before[0]!, ...before.slice(3)]);
    await expect(down).toBeFocused();

    // The first section has no button up: focus goes to the button down.
    const up = page.getByRole("button", { name: "Move The offer banner up" });
    await up.press("Enter");
    await expectOrder(once);
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
    await expectOrder(before);
    await expect(down).toBeFocused();
    await expect(up).toHaveCount(0);

    // Enter in a field saves, and moves nothing.
    await page.getByRole("textbox", { name: /^Name/ }).fill(`${name} saved`);
    await page.getByRole("textbox", { name: /^Name/ }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `${name} saved` })).toBeVisible();
    expect(await named()).toEqual(before);
  }
});
