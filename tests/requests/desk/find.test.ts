/** The desk's search: numbers, names and words lead to orders, papers, people or pages, by permission. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { FoundGroup } from "#desk/http/found.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 50);
const { number, paymentId } = await paidOrder(desk, "finding", { godan: 1 });
await shipOrder(desk.services, number, { carrier: "India Post", trackingNumber: "EK99IN", trackingUrl: "" });

async function find(role: Role, text: string) {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
  const answer = await browser.get(`/find?text=${encodeURIComponent(text)}`);
  return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() };
}

test("a number that names an order leads there; a name, an address and words lead to what they find", async () => {
  for (const text of [number, ` ${number.toLowerCase()} `, "EK99IN", "ek99in", paymentId])
    expect(await find("bookseller", text), text).toMatchObject({ status: 303, location: `/orders/${number}` });
  for (const text of ["asha", "finding@example.com", "9876543210"])
    expect((await find("bookseller", text)).html, text).toContain(`/orders/${number}`);
  const { html } = await find("bookseller", "godan");
  expect(html).toContain('href="/books/godan"');
  await desk.db.execute(sql`update books set isbn13 = '9780140107838' where id = 'godan'`);
  await desk.db.execute(sql`update books set is_listed = false where id = 'godan'`);
  for (const [role, location] of [
    ["owner", "/books/godan"],
    ["packer", "/stock/books/godan"],
  ] as const)
    expect(await find(role, "978-0-14-010783-8")).toMatchObject({ status: 303, location });
  await desk.db.execute(sql`update books set is_listed = true where id = 'godan'`);
  expect((await find("owner", "staf")).html).toMatch(/<h2[^>]*>Pages of the desk<\/h2>.*href="\/staff"/s);
});

test("an item code of an imported file leads to its book", async () => {
  await desk.db.execute(sql`update books set source = 'till', record_reference = 'SGB-0012' where id = 'godan'`);
  await desk.db.execute(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'till.csv', repeat('0', 64), '{"source": "till"}', 'done', now())`);
  for (const text of ["SGB-0012", "sgb-0012"])
    expect(await find("owner", text), text).toMatchObject({ status: 303, location: "/books/godan" });
});

test("a payment whose number has no digit is found by it", async () => {
  const rename = (from: string, to: string) => desk.db.execute(sql`update payments set id = ${to} where id = ${from}`);
  await rename(paymentId, "pay_WithoutDigits");
  const found = await find("bookseller", "pay_WithoutDigits");
  await rename("pay_WithoutDigits", paymentId);
  expect(found).toMatchObject({ status: 303, location: `/orders/${number}` });
});

test("a packer’s number leads to the parcel, and a title to its copies; a name and a payment stay unknown", async () => {
  for (const text of [number, "ek99in"])
    expect(await find("packer", text), text).toMatchObject({ status: 303, location: `/parcels/${number}` });
  for (const text of [paymentId, "asha", "finding@example.com"]) {
    const { status, html } = await find("packer", text);
    expect(status).toBe(200);
    expect(html).not.toContain(number);
  }
  expect((await find("packer", "godan")).html).toContain('href="/stock/books/godan"');
  expect((await find("packer", "staff")).html).not.toContain("Pages of the desk");
});

test("an accountant’s bill number leads to the paper, and nothing else of the order", async () => {
  await issueDocuments(desk.services);
  const { rows } = await desk.db.execute<{ bill: string }>(
    sql`select number as bill from documents where kind = 'bill'`,
  );
  const { bill } = rows[0]!;
  const found = await find("accountant", bill.toLowerCase());
  expect(found.status).toBe(303);
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "accountant")));
  expect(await (await browser.get(found.location!)).text()).toContain(bill);
  expect((await find("accountant", number)).status).toBe(200);
  expect(await find("owner", bill)).toMatchObject({ status: 303, location: `/orders/${number}` });
});

test("authors, series and categories lead to the desk for who may change them, and to the shop for others", async () => {
  for (const [text, path] of [
    ["premchand", "/authors/premchand"],
    ["poetry", "/categories/poetry"],
  ]) {
    expect((await find("bookseller", text!)).html, text).toContain(`href="${path}"`);
    expect((await find("packer", text!)).html, text).toContain(`href="${desk.services.settings.publicUrl}${path}"`);
  }
});

test("pages without a place in the navigation are found by what they do, by who may open them", async () => {
  for (const [role, text, path] of [
    ["accountant", "GSTR-1", "/reports/gst/return"],
    ["accountant", "returns", "/reports/returns"],
    ["packer", "deliveries", "/stock/receive"],
    ["packer", "Counts", "/stock/count"],
    ["bookseller", "add a book", "/books/new"],
    ["bookseller", "Bundle", "/offers/bundle"],
    ["owner", "your passkeys", "/me"],
  ] as const)
    expect((await find(role, text)).html, text).toMatch(pageLink(path));
  expect((await find("packer", "add a book")).html).not.toMatch(pageLink("/books/new"));
});

test.each([
  ["fees", "/settings#SHIPPING_FEE"],
  ["Fee", "/settings#SHIPPING_FEE"],
  ["delivery fee", "/settings#SHIPPING_FEE"],
  ["invoice", "/settings#SELLER_GSTIN"],
  ["invoice", "/reports/gst"],
  ["bill", "/settings#SELLER_NAME"],
  ["bill", "/reports/gst"],
  ["holidays", "/settings#DAYS_OFF"],
  ["saturday", "/settings#PACKING_WEEKDAYS"],
  ["contact", "/settings#shop"],
  ["gst", "/settings#SELLER_GSTIN"],
  ["gst", "/reports/gst"],
  ["passkey", "/me"],
  ["logo", "/look"],
  ["policies", "/pages"],
  ["razorpay", "/payouts"],
  ["razorpay", "/go-live#payments"],
  ["smtp", "/go-live#mail"],
  ["domain", "/go-live#address"],
  ["customers", "/readers"],
])("the everyday word %s leads to %s", async (text, to) => {
  expect((await find("owner", text)).html).toContain(`href="${to}"`);
});

test("what is not set at the desk is said to be set elsewhere, to whoever may change settings", async () => {
  expect((await find("owner", "restore")).html).toContain("docs/running.md");
  expect((await find("packer", "restore")).html).not.toContain("docs/running.md");
});

test("an order is found by the beginning of its number, and a delivery by its supplier's bill", async () => {
  const begun = number.slice(0, 6);
  for (const text of [begun, begun.toLowerCase(), begun.replace("-", "")]) {
    expect((await find("bookseller", text)).html, text).toContain(`href="/orders/${number}"`);
    expect((await find("packer", text)).html, text).not.toContain(number);
  }
  expect((await find("bookseller", "EP-%")).html).not.toContain(number);
  const { rows } = await desk.db.execute<{ id: string }>(sql`
    insert into deliveries (supplier, bill_number, opened_by, opened_at)
    select 'Prakash Books', 'PB/2026/117', min(id), now() from staff returning id::text as id`);
  for (const text of ["PB/2026/117", "pb/2026", "prakash"])
    for (const role of ["packer", "owner"] as const)
      expect((await find(role, text)).html, text).toContain(`href="/stock/receive/${rows[0]!.id}"`);
  expect((await find("accountant", "PB/2026/117")).html).not.toContain("Prakash Books");
});

test("half-remembered numbers are found: the end of a bill's, the middle of a supplier's, the beginning of a parcel's", async () => {
  await issueDocuments(desk.services);
  const { rows } = await desk.db.execute<{ bill: string; sequence: number; year: string }>(
    sql`select number as bill, sequence, substr(financial_year, 3) as year from documents where kind = 'bill'`,
  );
  const { bill, sequence, year } = rows[0]!;
  for (const text of [`${sequence}`, `${year}/${sequence}`, bill.slice(-4)]) {
    const found = (await find("accountant", text)).html;
    expect(found, text).toMatch(new RegExp(`<h2[^>]*>Bills and credit notes</h2>.*${bill}`, "s"));
    expect((await find("packer", text)).html, text).not.toContain(bill);
  }
  expect((await find("owner", `98-99/${sequence}`)).html).not.toContain("Bills and credit notes");
  await desk.db.execute(sql`
    insert into deliveries (supplier, bill_number, opened_by, opened_at) select 'Rupa and Co', 'RUPA/77/9431', min(id), now() from staff`);
  expect((await find("packer", "9431")).html).toContain("Rupa and Co, bill RUPA/77/9431");
  await desk.db.execute(sql`update shipments set tracking_number = 'EK123456789IN' where tracking_number = 'EK99IN'`);
  // A few numbers are letters only, which are searched for as a name.
  const rest = number.slice(3);
  for (const text of ["ek1234", ...(/\d/.test(rest) && /[A-Z]/.test(rest) ? [rest] : [])])
    expect((await find("bookseller", text)).html, text).toContain(`href="/orders/${number}"`);
  await desk.db.execute(sql`update shipments set tracking_number = 'EK99IN' where tracking_number = 'EK123456789IN'`);
  expect((await find("bookseller", rest.slice(-4).toLowerCase())).html).toContain(`href="/orders/${number}"`);
});

async function answers(role: Role, text: string): Promise<FoundGroup[]> {
  const browser = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, role)));
  const answer = await browser.get(`/find/answers?text=${encodeURIComponent(text)}`);
  return (await answer.json()) as FoundGroup[];
}

test("the box answers while text is typed, by role, and without a text names what is often used", async () => {
  const [first] = await answers("bookseller", number);
  expect(first).toEqual({
    title: "With this number",
    found: [{ name: number, about: "order", to: `/orders/${number}` }],
  });
  expect(await answers("accountant", number)).toEqual([]);
  await setStock(desk.db, "godan", 3);
  await desk.db.execute(sql`update books set isbn13 = '9780140107838' where id = 'godan'`);
  expect(await answers("owner", "9780140107838")).toEqual([
    { title: "With this number", found: [{ name: "गोदान", about: "प्रेमचंद, 3 copies", to: "/books/godan" }] },
  ]);
  const [often] = await answers("packer", "");
  expect(often!.found.map(({ name }) => name)).toEqual(expect.arrayContaining(["Print papers", "Deliveries"]));
  expect(often!.found.map(({ name }) => name)).not.toContain("Add a book");
});

test("while text is typed, a title of another script is found by its sound, as in the shop", async () => {
  const title = "श्यामची आई";
  await desk.db.execute(sql`
    update works set title = ${title}, search_text = ${foldText(title)} where id = (select work_id from books where id = 'kim')`);
  const found = (await answers("owner", "shyamchi aai")).flatMap((group) => group.found);
  expect(found).toContainEqual(expect.objectContaining({ name: title, to: "/books/kim" }));
});

const pageLink = (path: string) => new RegExp(`<h2[^>]*>Pages of the desk</h2>.*href="${path}"`, "s");

test("nothing typed is told what can be, nothing found is said with the text as it was written", async () => {
  expect((await find("owner", "")).html).toContain("Use the search box at the top");
  const { html } = await find("owner", "<script>zqx</script>");
  expect(html).toContain("Nothing was found for");
  expect(html).not.toContain("<script>zqx");
  expect((await find("owner", "%_\\")).status).toBe(200);
});
