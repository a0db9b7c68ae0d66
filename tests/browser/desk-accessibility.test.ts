import { signInAtDesk, deskOf } from "#tests/support/desk/desk-journey.ts";
import { deskPlaces, openDeskPage } from "#tests/support/places/desk-places.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { otherDeskPlaces } from "#tests/support/browser/checked-places.ts";
import { test } from "#tests/support/shop/one-page.ts";

test.use({ viewport: { width: 1280, height: 900 } });

for (const { subject, names } of otherDeskPlaces)
  test(`nothing is small, pale, too wide or without a name on the desk's pages from ${subject} on`, async ({
    desk,
    db,
    request,
    expectTrouble,
  }) => {
    expectTrouble(/status of 404/);
    // The sandbox of an e-mail's frame forbids scripts, also those with which this test looks into it.
    expectTrouble(/^Blocked script execution in '[^']*\/newsletter\/letter'/);
    for (const name of names)
      await test.step(name, async () => {
        await desk.page.setViewportSize({ width: 1280, height: 900 });
        await desk.page.emulateMedia({ colorScheme: "light" });
        await deskPlaces[name]!({ ...desk, db, request });
        await expectNoFaults(desk.page, name);
      });
  });

test("nothing is small, pale, too wide or without a name where somebody may not go, and before the sign-in", async ({
  db,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 403/);
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  await openDeskPage(page, "/staff", { status: 403 });
  await expectNoFaults(page, "a page of owners");
  await context.clearCookies();
  await openDeskPage(page, "/sign-in");
  await expectNoFaults(page, "the sign-in");
});
