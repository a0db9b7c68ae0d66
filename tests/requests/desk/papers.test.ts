/**
 * Papers printed at the desk: slips, gift slips, address labels and shelf labels, and input that does not fit on them.
 */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { faultsIn, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
} from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { pagesOf, sizeOf, textOf as textOfPdf } from "#tests/support/pages/pdf.ts";
import { orderOf, cartOf, setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 50);
await setStock(desk.db, "indica", 50);

async function signedIn(role: Role) {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

const pdfOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test("a packer prints the papers of the orders that were chosen, and the audit log says so without a name", async () => {
  const [one, two] = [
    await paidOrder(desk, "prints-one", { godan: 2 }),
    await paidOrder(desk, "prints-two", { godan: 1, indica: 1 }),
  ];
  const packer = await signedIn("packer");
  const query = `?order=${one.number}&order=${two.number}`;
  for (const [paper, pages] of [
    ["plates", 1],
    ["slips", 2],
    ["gift-slips", 2],
    ["labels", 2],
    ["label-sheets", 1],
    ["pick-list", 1],
  ] as const) {
    const answer = await packer.get(`/parcels/print/${paper}${query}`);
    expect(answer.status, paper).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const pdf = await pdfOf(answer);
    expect(pagesOf(pdf), paper).toBe(pages);
  }
  expect(await auditLogTexts(desk, 2)).toEqual([
    "Printed pick list of 2 orders.",
    "Printed labels, four on A4 of 2 orders.",
  ]);
  const { rows } = await desk.db.execute<{ line: string }>(sql`select to_jsonb(r)::text as line from desk_record r`);
  expect(rows.map(({ line }) => line).join()).not.toContain("Asha");
  const label = await pdfOf(await packer.get(`/parcels/print/labels?order=${one.number}`));
  expect(sizeOf(label)[0]).toBeCloseTo(283.46, 1);
});

test("the bookplates of the chosen orders are printed four on a page, and say what they are", async () => {
  const [one, two] = [
    await paidOrder(desk, "plates-one", { godan: 2, dune: 1, kanthapura: 1 }),
    await paidOrder(desk, "plates-two", { godan: 1, indica: 1 }),
  ];
  await desk.db.execute(sql`
    update orders set bookplate = '{"name": "Asha Rao"}' where number in (${one.number}, ${two.number})`);
  const packer = await signedIn("packer");
  const pdf = await pdfOf(await packer.get(`/parcels/print/plates?order=${one.number}&order=${two.number}`));
  expect(pagesOf(pdf)).toBe(2);
  const text = pdf.toString("latin1");
  expect(text.match(/\/S \/Figure/g)).toHaveLength(5);
  expect(text).toContain("/Alt (Ex libris Asha Rao, for Dune)");
});

test("orders to one door get one label when asked, with all their numbers, and each its own gift message", async () => {
  const [one, two] = [
    await paidOrder(desk, "door-one", { godan: 2 }),
    await paidOrder(desk, "door-two", { indica: 1 }),
  ];
  const away = await paidOrder(desk, "door-away", { godan: 1 });
  await desk.db.execute(sql`update orders set address_line1 = 'Another street' where number = ${away.number}`);
  await desk.db.execute(
    sql`update orders set address_line1 = upper(address_line1) || ',' where number = ${two.number}`,
  );
  const packer = await signedIn("packer");
  const numbers = [one, two, away].map(({ number }) => number);
  const query = numbers.map((number) => `order=${number}`).join("&");
  const label = (more: string) => packer.get(`/parcels/print/labels?${query}${more}`).then(pdfOf);
  expect(pagesOf(await label(""))).toBe(3);
  const together = await label("&together=yes");
  expect(pagesOf(together)).toBe(2);
  for (const number of numbers) expect(textOfPdf(together)).toContain(number);
  expect(textOfPdf(together)).toContain("Orders");
  const page = await textOf(await packer.get(`/parcels/print?${query}`));
  expect(page).toContain(`Same name and address as ${one.number}`);
  expect(page).toContain("One label for orders for the same name and address");
  const asked = `/parcels/${one.number}`;
  expect(await textOf(await packer.get(asked))).toMatch(/Print one label for (both|all \d+)/);

  const gifts = `${query}&message=For+everybody&message-${two.number}=Only+for+the+second`;
  const slips = textOfPdf(await pdfOf(await packer.get(`/parcels/print/gift-slips?${gifts}`)));
  expect(slips.match(/For everybody/g)).toHaveLength(2);
  expect(slips.match(/Only for the second/g)).toHaveLength(1);
  const long = `${query}&message=${"x".repeat(600)}&message-${two.number}=${"y".repeat(600)}`;
  const refused = await packer.get(`/parcels/print/gift-slips?${long}`);
  expect(refused.status).toBe(302);
  const said = await (await packer.get(refused.headers.get("location")!)).text();
  expect(Object.keys(faultsIn(said))).toEqual(["message", `message-${two.number}`]);
  expect(said).toContain(`${"y".repeat(600)}</textarea>`);
});

test("orders to one door for different names get a label each, whatever else they share", async () => {
  const orders = await Promise.all(
    ["रमेश", "रमा", "Ramesh K. Patil", "ramesh k patil"].map(async (name, place) => {
      const { number } = await paidOrder(desk, `names-${place}`, { godan: 1 });
      await desk.db.execute(
        sql`update orders set name = ${name}, address_line1 = '9 Shared Lane' where number = ${number}`,
      );
      return number;
    }),
  );
  const packer = await signedIn("packer");
  const query = `${orders.map((number) => `order=${number}`).join("&")}&together=yes`;
  const labels = await pdfOf(await packer.get(`/parcels/print/labels?${query}`));
  expect(pagesOf(labels)).toBe(3);
  for (const number of orders) expect(textOfPdf(labels)).toContain(number);
  expect(await textOf(await packer.get(`/parcels/${orders[0]}`))).not.toContain("Print one label");
  expect(await textOf(await packer.get(`/parcels/${orders[2]}`))).toContain(
    "Another order for the same name and address is waiting",
  );
});

test("nobody but who packs gets a paper", async () => {
  const { number } = await paidOrder(desk, "not-theirs", { godan: 1 });
  const accountant = await signedIn("accountant");
  for (const path of [`/parcels/print/labels?order=${number}`, "/shelf-labels/print?isbns=9788126403592"]) {
    expect((await accountant.get(path)).status).toBe(403);
    expect((await openDeskBrowser(desk).get(path)).headers.get("location")).toMatch(/^\/sign-in/);
  }
});

test("what has no papers is said on the page before, and the rest is printed from there", async () => {
  const [paid, unpaid] = [
    await paidOrder(desk, "has-papers", { godan: 1 }),
    await orderOf(desk.services, cartOf("no-papers"), { godan: 1 }),
  ];
  const packer = await signedIn("packer");
  const answer = await packer.get(`/parcels/print/slips?order=${paid.number}&order=${unpaid.number}`);
  expect(answer.status).toBe(302);
  const page = await (await packer.get(answer.headers.get("location")!)).text();
  expect(page).toContain(`Nothing can be printed for <!-- -->${unpaid.number}`);
  expect(page).toContain(`value="${paid.number}"`);
  expect(page).not.toContain(`value="${unpaid.number}"`);
  const none = await packer.get("/parcels/print/labels");
  expect(await (await packer.get(none.headers.get("location")!)).text()).toContain("Tick orders on");
  expect((await packer.get("/parcels/print/posters")).status).toBe(404);
});

test("a message that does not fit a gift slip is refused with all of it, and never cut", async () => {
  const { number } = await paidOrder(desk, "gift-slip", { godan: 1 });
  const packer = await signedIn("packer");
  const ask = (paper: string, message: string) =>
    packer.get(`/parcels/print/${paper}?order=${number}&message=${encodeURIComponent(message)}`);
  for (const message of ["x".repeat(1001), "a\n".repeat(21)]) {
    const answer = await ask("gift-slips", message);
    expect(answer.status).toBe(302);
    const page = await (await packer.get(answer.headers.get("location")!)).text();
    expect(faultsIn(page)).toEqual({ message: "Nothing was printed: write at most 1,000 characters in 20 lines." });
    expect(page).toContain(`${message.trim()}</textarea>`);
    // Papers without the message are still printed.
    expect((await ask("slips", message)).status).toBe(200);
  }
  expect((await ask("gift-slips", "ज".repeat(1000))).status).toBe(200);
});

test("of many wrong lines each fault is said once, and the first ten", async () => {
  const packer = await signedIn("packer");
  const lines = Array.from({ length: 14 }, (_, place) => `wrong ${place}`).concat("wrong 0", "9999999999994");
  const page = await textOf(await packer.get(`/shelf-labels?isbns=${encodeURIComponent(lines.join("\n"))}`));
  const said = page.slice(page.indexOf("Correct or remove"));
  expect(said.split("“wrong 0”")).toHaveLength(2);
  expect(said).toContain("“wrong 9” is no ISBN.");
  expect(said).not.toContain("“wrong 10”");
  expect(said).toContain("And 5 more.");
  const many = Array.from({ length: 201 }, () => "9780143334903").join("\n");
  expect(await textOf(await packer.get(`/shelf-labels?isbns=${encodeURIComponent(many)}`))).toContain(
    "You entered 201 lines. At most 200 are possible at once: remove some.",
  );
});

test("shelf labels are printed for ISBNs, each line of which is looked up first", async () => {
  const { rows } = await desk.db.execute<{ isbn13: string }>(sql`
    select isbn13 from books where isbn13 is not null and isbn13 <> '' order by id limit 2`);
  const [one, two] = rows.map(({ isbn13 }) => isbn13);
  const packer = await signedIn("packer");
  const ask = (text: string) => `?isbns=${encodeURIComponent(text)}`;
  const good = ask(`${one} x 24\n${two}`);
  expect(await (await packer.get(`/shelf-labels${good}`)).text()).toContain("25 labels");
  const pdf = await packer.get(`/shelf-labels/print${good}`);
  expect(pagesOf(await pdfOf(pdf))).toBe(2);
  const bad = ask(`${one}\n9780143334904\n9780143334903 x 99\n9999999999994\nnothing <b>`);
  const page = await (await packer.get(`/shelf-labels${bad}`)).text();
  for (const words of [
    "must end in 3",
    "Print 1 to 24 labels of a book",
    "is not the number of a book",
    "nothing &lt;b&gt;",
  ])
    expect(page).toContain(words);
  expect((await packer.get(`/shelf-labels/print${bad}`)).headers.get("location")).toBe(
    `/shelf-labels${bad.replaceAll("'", "%27")}`,
  );
});

test("an address that nobody could follow is a refusal in words, and no header of 40 kB", async () => {
  const packer = await signedIn("packer");
  const answer = await packer.get(`/shelf-labels/print?isbns=${"%E0%A4%95".repeat(1300)}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([422, null]);
  expect(await answer.text()).toContain("too long");
});

/** Hostile input in each field of a reader that is printed. */
const hostile = { name: "<script>alert(1)</script>", line1: "{{7*7}} ${7*7} Road", line2: '=HYPERLINK("http://x")' };

test("what a reader writes stands on every paper as it was written", async () => {
  const { number } = await paidOrder(desk, "hostile-reader", { godan: 1 });
  await desk.db.execute(sql`
    update orders set name = ${hostile.name}, address_line1 = ${hostile.line1}, address_line2 = ${hostile.line2}
    where number = ${number}`);
  const packer = await signedIn("packer");
  const gift = `${Object.values(hostile).join("\n")}`;
  const query = `?order=${number}&message=${encodeURIComponent(gift)}`;
  // A line that is too long for its paper breaks at spaces, or anywhere if it has none, so spaces are not compared.
  const said = (pdf: Buffer) => textOfPdf(pdf).replaceAll(/\s/g, "");
  for (const paper of ["slips", "gift-slips", "labels", "label-sheets"]) {
    const text = said(await pdfOf(await packer.get(`/parcels/print/${paper}${query}`)));
    const fields = paper === "gift-slips" ? [gift] : paper === "slips" ? [hostile.name] : Object.values(hostile);
    for (const field of fields) expect(text, paper).toContain(field.replaceAll(/\s/g, ""));
  }
});
