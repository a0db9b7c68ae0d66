import { sql } from "#db/sql.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { textOf } from "#tests/support/pages/pdf.ts";

test(
  "an order is packed by scanning its books, gets its label and is sent, which its reader sees",
  { tag: "@core" },
  async ({ db, page: reader, openContext, expectTrouble }) => {
    const number = await placePaid(reader, "matilda", "matilda");
    const { rows } = await db.execute<{ isbn13: string }>(sql`select isbn13 from books where id = 'matilda'`);
    const isbn = rows[0]!.isbn13;
    const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
    await signInAtDesk(context, db, "packer");
    const packer = await context.newPage();
    await openDeskPage(packer, "/parcels");
    // Another order for the same address names this one too.
    await packer
      .getByRole("link", { name: "Pack it by scanning" })
      .and(packer.locator(`[href="/parcels/${number}"]`))
      .click();
    await expect(packer.getByRole("heading", { name: "0 of 2 packed" })).toBeVisible();
    const scan = async (code: string) => {
      await expect(packer.getByLabel("Scan a book")).toBeFocused();
      await packer.keyboard.type(code);
      await packer.keyboard.press("Enter");
    };
    expectTrouble(/status of 409/);
    await scan("9780143334903");
    await expect(packer.getByText("Wrong book: it is not in this order")).toBeVisible();
    await scan(isbn);
    await expect(packer.getByRole("heading", { name: "1 of 2 packed" })).toBeVisible();
    await scan(isbn);
    await expect(packer.getByRole("heading", { name: "2 of 2 packed" })).toBeVisible();

    // The file that the button opens; how a browser shows a PDF is not tested.
    const label = await packer.getByRole("button", { name: "Label, 100 × 150 mm" }).evaluate(async (button) => {
      const { formAction, form } = button as HTMLButtonElement;
      const answer = await fetch(`${formAction}?${new URLSearchParams(new FormData(form!) as never)}`);
      return { type: answer.headers.get("content-type"), bytes: [...new Uint8Array(await answer.arrayBuffer())] };
    });
    expect(label.type).toBe("application/pdf");
    const lines = textOf(Buffer.from(label.bytes)).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["Meera Nair", "12 Church Street", "Bengaluru", "560001", number]));
    await packer.getByRole("textbox", { name: "Carrier" }).fill("India Post");
    await packer.getByLabel("Tracking number").fill("EB123456789IN");
    await packer.getByRole("button", { name: "Mark as sent" }).click();
    await expect(packer.getByRole("heading", { name: "Parcels" })).toBeVisible();
    await reader.goto(`/orders/${number}`);
    await expect(reader.getByText("EB123456789IN").first()).toBeVisible();
  },
);
