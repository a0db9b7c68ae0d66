/** Packing and sending at the desk: partial parcels, tracking, arrivals, corrected addresses, concurrent packers. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { orderLink } from "#shop/sales/orders/order-link.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { faultsIn } from "#tests/support/desk/desk-form.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { lettersOf, paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { pagesOf } from "#tests/support/pages/pdf.ts";
import { setStock, stateOf } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 400);
await setStock(db, "indica", 400);

async function signedIn(role: "owner" | "packer") {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

const owner = await signedIn("owner");
const packer = await signedIn("packer");
const mate = await signedIn("packer");

async function pageOf(browser: DeskBrowser, path: string): Promise<string> {
  const answer = await browser.get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

/** The cards of a page of parcels to pack; each begins with the number of its order. */
function cardsOf(page: string): string[] {
  return page.split('<li id="').slice(1);
}

/** The card of an order on the page Parcels, with the form for the carrier open. */
async function cardOf(browser: DeskBrowser, number: string): Promise<string> {
  const page = await pageOf(browser, `/parcels?hand=${number}`);
  return cardsOf(page).find((card) => card.startsWith(number))!;
}

/** The fields of the form that hands a parcel to the carrier, as the page Parcels fills them. */
async function shipForm(browser: DeskBrowser, number: string, trackingNumber: string) {
  const card = await cardOf(browser, number);
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(card)![1]!;
  const taken = [...card.matchAll(/name="(take-[a-z-]+)"[^>]* value="(\d+)"/g)].map(([, name, copies]) => [
    name,
    copies,
  ]);
  const fields = { order: number, carrier: "India Post", trackingNumber, trackingUrl: "" };
  const form = { intent: "orders.ship", once: value("once"), left: value("left"), ...fields };
  return { ...form, ...Object.fromEntries(taken) } as Record<string, string>;
}

test("what is here goes now and the rest later: each parcel is sent, shown and delivered on its own", async () => {
  const { number } = await paidOrder(desk, "two-parcels", { godan: 2, indica: 1 });
  const form = await shipForm(packer, number, "EK1IN");
  expect([form["take-godan"], form["take-indica"]]).toEqual(["2", "1"]);
  for (const [change, words] of [
    [{ "take-godan": "many" }, "Write a whole number"],
    [{ "take-godan": "0", "take-indica": "0" }, "at least one copy"],
  ] as const) {
    const wrong = await packer.post("/parcels", { ...form, ...change });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining(words)]);
  }
  const several = await packer.post("/parcels", { ...form, carrier: " ", trackingUrl: "post", "take-godan": "many" });
  expect([several.status, faultsIn(await several.text())]).toEqual([
    422,
    {
      carrier: "Enter the carrier.",
      trackingUrl: "The link must begin with https://.",
      "take-godan": "Write a whole number from 0 to 99.",
    },
  ]);
  const beyond = await packer.post("/parcels", { ...form, "take-godan": "3" });
  expect([beyond.status, await beyond.text()]).toEqual([409, expect.stringContaining("that many copies left")]);
  const part = { ...form, "take-godan": "1", "take-indica": "0" };
  // Submitting the form twice has one effect and the same answer.
  const both = await Promise.all([packer.post("/parcels", part), packer.post("/parcels", part)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped"]);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Handed part of order ${number} to India Post, EK1IN.`);

  expect(await cardOf(packer, number)).toContain("This is the rest: 1 parcel was already sent.");
  expect(await pageOf(packer, "/parcels?sent=yes")).toContain("parcel 1</span>");
  expect(await pageOf(packer, `/parcels/${number}`)).toContain("A part of this order was already sent");
  const order = await pageOf(owner, `/orders/${number}`);
  for (const words of [
    "Parcel 1",
    "EK1IN",
    "Still to be sent",
    "Pack the rest",
    "All unsent books",
    "Partly on its way",
  ])
    expect(order, words).toContain(words);
  expect(await pageOf(owner, `/orders?text=${number}`)).toContain("Partly on its way");

  const text = `${number},India Post,EK2IN\n${number},India Post,EK3IN`;
  const tracking = { intent: "parcels.preview-tracking", text, carrier: "" };
  const preview = await (await packer.post("/parcels/tracking", tracking)).text();
  expect(preview).toContain("The rest of the order: a part was already sent");
  expect(preview).toContain("already has this order and sends all waiting copies");
  await packer.post("/parcels/tracking", { ...tracking, intent: "parcels.send-tracking" });
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await pageOf(packer, `/parcels/${number}`)).toContain("Sent in several parcels");

  const unnamed = await packer.post("/parcels?sent=yes", { intent: "orders.deliver", order: number });
  expect([unnamed.status, await unnamed.text()]).toEqual([409, expect.stringContaining("Several parcels of order")]);
  const arrived = await packer.post("/parcels?sent=yes", { intent: "orders.deliver", order: number, parcel: "2" });
  expect([arrived.status, arrived.headers.get("location")]).toEqual([303, "/parcels?sent=yes"]);
  expect((await auditLogTexts(desk, 1))[0]).toBe(`Marked parcel 2 of order ${number} as delivered.`);
  const twice = await mate.post("/parcels?sent=yes", { intent: "orders.deliver", order: number, parcel: "2" });
  expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining("is not on its way")]);
  expect((await owner.post(`/orders/${number}`, { intent: "orders.deliver", order: number, parcel: "1" })).status).toBe(
    303,
  );
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await findBreaches(db)).toEqual([]);
});

test("two packers who send the same order, in both orders and at once: one parcel, and the other is told", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { number, id } = await paidOrder(desk, `both-${round}`, { godan: 2 });
    const [one, two] = round % 2 === 0 ? [packer, mate] : [mate, packer];
    const forms = [await shipForm(one, number, "EK1IN"), await shipForm(two, number, "EK2IN")] as const;
    // The first sends one copy; the second the same copy, or all that the page showed.
    const [first, second] = [
      { ...forms[0], "take-godan": "1" },
      round < 4 ? forms[1] : { ...forms[1], "take-godan": "1" },
    ];
    const send = [() => one.post("/parcels", first), () => two.post("/parcels", second)];
    const answers =
      round % 4 < 2 ? [await send[0]!(), await send[1]!()] : await Promise.all(send.map((sendOne) => sendOne()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const refused = await answers.find(({ status }) => status === 409)!.text();
    expect(refused).toMatch(/somebody (sent or cancelled copies|has sent or cancelled it)/);
    const { rowCount } = await db.execute(sql`select from shipments where order_id = ${id}`);
    expect(rowCount).toBe(1);
  }
  expect(await findBreaches(db)).toEqual([]);
}, 120_000);

test("what is packed goes with its own slip, and the rest is packed anew", async () => {
  const { number } = await paidOrder(desk, "packed-part", { godan: 1, indica: 1 });
  const path = `/parcels/${number}`;
  expect(await pageOf(packer, path)).not.toContain("Send only the packed copies");
  await packer.post(path, { intent: "parcels.scan", order: number, position: "1" });
  const page = await pageOf(packer, path);
  expect(page).toContain("Send only the packed copies, the rest later");
  expect(page).toContain('name="take-indica" value="1"');
  expect(page).not.toContain('name="take-godan"');
  const slip = await packer.get(`/parcels/print/slips?order=${number}&packed=yes`);
  expect(pagesOf(Buffer.from(await slip.arrayBuffer()))).toBe(1);
  const parcel = { order: number, carrier: "India Post", trackingNumber: "EK9IN", trackingUrl: "" };
  const left = /name="left" value="([^"]*)"/.exec(page)![1]!;
  const sent = await packer.post(path, { intent: "orders.ship", ...parcel, left, "take-indica": "1" });
  expect(sent.status).toBe(303);
  expect(await pageOf(packer, path)).toMatch(/0 of 1 packed/);
  const again = await packer.post(path, { intent: "parcels.scan", order: number, position: "1" });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("already on their way")]);
});

test("when the shop gives back what was not sent, it no longer waits to be sent", async () => {
  const { number } = await paidOrder(desk, "rest-back", { godan: 1, indica: 1 });
  const form = await shipForm(packer, number, "EK5IN");
  await packer.post("/parcels", { ...form, "take-indica": "0" });
  const stale = /name="seen" value="([^"]*)"/.exec(await pageOf(owner, `/orders/${number}`))![1]!;
  const cancel = { intent: "orders.cancel", order: number, book: "", copies: "all", seen: stale };
  const none = await owner.post(`/orders/${number}`, { ...cancel, book: "indica", copies: "0" });
  expect(faultsIn(await none.text())).toEqual({ copies: "Write a whole number from 1 to 99." });
  const beyond = await owner.post(`/orders/${number}`, { ...cancel, book: "indica", copies: "2" });
  expect(faultsIn(await beyond.text())).toEqual({ copies: expect.stringContaining("that many copies") });
  expect((await owner.post(`/orders/${number}`, cancel)).status).toBe(303);
  expect((await auditLogTexts(desk, 1))[0]).toContain(`Cancelled all unsent books of order ${number}.`);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "cancelled", state: "requested" }]);
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await pageOf(packer, "/parcels")).not.toContain(`value="${number}" class`);
  const page = await pageOf(owner, `/orders/${number}`);
  expect(page).not.toContain("Still to be sent");
});

test("an order whose form was filled before a part of it was sent is not cancelled by it", async () => {
  const { number } = await paidOrder(desk, "cancel-late", { godan: 2 });
  const seen = /name="seen" value="([^"]*)"/.exec(await pageOf(owner, `/orders/${number}`))![1]!;
  const form = await shipForm(packer, number, "EK6IN");
  await packer.post("/parcels", { ...form, "take-godan": "1" });
  const late = await owner.post(`/orders/${number}`, {
    intent: "orders.cancel",
    order: number,
    book: "",
    copies: "1",
    seen,
  });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Nothing was done")]);
  expect(await refundsOf(db, number)).toEqual([]);
});

test("what may come later than promised says so and stands first, or alone; Today leads there", async () => {
  const orders = [];
  for (const reader of ["calm", "near", "late"]) orders.push(await paidOrder(desk, reader, { godan: 1 }));
  const [calm, near, late] = orders.map(({ number }) => number) as [string, string, string];
  const today = isoDay(desk.services.now());
  const promise = (number: string, by: string) =>
    db.execute(sql`update orders set arrives_from = ${by}::date, arrives_by = ${by}::date where number = ${number}`);
  await promise(near, today);
  await promise(late, "2026-01-02");
  const all = cardsOf(await pageOf(packer, "/parcels"));
  expect(all.slice(0, 2).map((card) => /EP-\w+/.exec(card)![0])).toEqual([near, late]);
  expect(all[0]).toContain(`May be late: promised by ${nameDay(today)}`);
  expect(all[1]).toContain("Late: promised by Fri 2 Jan");
  const other = all.find((card) => card.startsWith(calm))!;
  expect(other).toMatch(/Promised by \w+/);
  expect(all.slice(2).filter((card) => /(Late|May be late): promised by/.test(card))).toEqual([]);

  expect(await pageOf(packer, "/")).toMatch(
    /2 parcels may come later than promised[\s\S]*href="\/parcels\?late=yes"[^>]*>Pack them first/,
  );
  const alone = await pageOf(packer, "/parcels?late=yes");
  expect(alone).toContain("Late or nearly late: 2");
  expect(cardsOf(alone)).toHaveLength(2);
  for (const number of [near, late]) {
    const form = await shipForm(packer, number, "EK7IN");
    const sent = await packer.post("/parcels?late=yes", form);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/parcels?late=yes"]);
  }
  const none = await pageOf(packer, "/parcels?late=yes");
  expect(none).toContain("All parcels are on time.");
  expect(none).toContain(`href="/parcels"`);
  expect(await pageOf(packer, "/")).not.toContain("later than promised");
});

test("one parcel at a time has the form that hands it to the carrier open, and a fault leaves it open", async () => {
  const orders = [];
  for (const reader of ["hand-one", "hand-two"]) orders.push(await paidOrder(desk, reader, { godan: 1 }));
  const [one, two] = orders.map(({ number }) => number) as [string, string];
  const forms = (page: string) => page.split('name="trackingNumber"').length - 1;
  const page = await pageOf(packer, "/parcels");
  expect(forms(page)).toBe(0);
  expect(page).toContain(`href="/parcels?hand=${one}#${one}"`);
  const opened = await pageOf(packer, `/parcels?hand=${one}`);
  expect(forms(opened)).toBe(1);
  expect(opened).not.toContain(`href="/parcels?hand=${one}#${one}"`);
  const form = await shipForm(packer, two, "EK8IN");
  const wrong = await (await packer.post(`/parcels?hand=${two}`, { ...form, carrier: " " })).text();
  expect(forms(wrong)).toBe(1);
  expect(wrong).toContain('value="EK8IN"');
});

/** The number of the newest entry of the audit log. */
async function newestEntry(): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number) as number from desk_record`);
  return Number(rows[0]!.number);
}

test("a tracking number is corrected on the order's page, the reader is written to, and that can be undone", async () => {
  const { number } = await paidOrder(desk, "corrected", { godan: 1 });
  expect((await packer.post("/parcels", await shipForm(packer, number, "EK1IN"))).status).toBe(303);
  const path = `/orders/${number}`;
  const page = await pageOf(owner, path);
  expect(page).toContain("Correct the tracking number");
  const was = { "was-carrier": "India Post", "was-trackingNumber": "EK1IN", "was-trackingUrl": "" };
  const form = { intent: "orders.correct-tracking", order: number, parcel: "1", ...was };
  const given = { carrier: "India Post", trackingNumber: "EK9IN", trackingUrl: "" };
  const wrong = await owner.post(path, { ...form, ...given, carrier: "A\u202e\u0007", trackingUrl: "post" });
  expect([wrong.status, faultsIn(await wrong.text())]).toMatchObject([
    422,
    { trackingUrl: "The link must begin with https://." },
  ]);
  expect((await owner.post(path, { ...form, ...given })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Corrected the tracking of the parcel of order ${number} from India Post, EK1IN to India Post, EK9IN.`,
  ]);
  const late = await owner.post(path, { ...form, ...given, trackingNumber: "EK8IN" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("somebody changed it meanwhile")]);
  const entry = (await newestEntry()) - 1;
  const undo = { intent: "record.undo", entry: String(entry) };
  expect((await owner.post(`/record/${entry}`, undo)).status).toBe(303);
  expect(await pageOf(owner, path)).toContain("EK1IN");
  expect((await lettersOf(db, number)).filter((kind) => kind === "tracking-corrected")).toHaveLength(2);
});

test("a file with its columns right corrects the numbers of a file that had them wrong", async () => {
  const [one, two] = [await paidOrder(desk, "file-one", { godan: 1 }), await paidOrder(desk, "file-two", { godan: 1 })];
  const fileOf = (a: string, b: string) => `${one.number},India Post,${a}\n${two.number},India Post,${b}`;
  const send = (text: string, intent = "parcels.send-tracking") =>
    packer.post("/parcels/tracking", { intent, carrier: "", text });
  expect((await send(fileOf("WRONG1", "RIGHT2"))).status).toBe(303);
  const preview = await (await send(fileOf("RIGHT1", "RIGHT2"), "parcels.preview-tracking")).text();
  expect(preview).toContain("1 tracking number would be corrected");
  expect(preview).toContain("It is already on its way with this tracking number.");
  expect((await send(fileOf("RIGHT1", "RIGHT2"))).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual(["Corrected 1 tracking number by a file of tracking numbers."]);
  expect(await lettersOf(db, one.number)).toEqual(["order-confirmed", "order-shipped", "tracking-corrected"]);
  expect(await lettersOf(db, two.number)).toEqual(["order-confirmed", "order-shipped"]);
});

test("an arrival is undone, and what came back is sent again or refunded, from the order's page", async () => {
  const { number } = await paidOrder(desk, "came-back", { godan: 1 });
  const path = `/orders/${number}`;
  expect((await packer.post("/parcels", await shipForm(packer, number, ""))).status).toBe(303);
  expect((await packer.post("/parcels", { intent: "orders.deliver", order: number })).status).toBe(303);
  expect(await pageOf(owner, path)).toContain("It has not arrived");
  const back = { intent: "orders.take-back-arrival", order: number, parcel: "1" };
  expect((await owner.post(path, back)).status).toBe(303);
  expect(await stateOf(db, number)).toBe("shipped");

  const again = { intent: "orders.send-parcel-again", order: number, parcel: "1", carrier: "Delhivery" };
  const given = { ...again, trackingNumber: "D2", trackingUrl: "" };
  const unsaid = await owner.post(path, { ...given, trouble: "" });
  expect([unsaid.status, faultsIn(await unsaid.text())]).toEqual([422, { trouble: "Choose what happened to it." }]);
  expect((await owner.post(path, { ...given, trouble: "came-back" })).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Parcel 1 of order ${number} came back: sent again with Delhivery, D2.`,
  ]);
  const page = await pageOf(owner, path);
  expect(page).toContain("It came back");
  expect(page).toContain("It replaces books of parcel 1.");

  const refund = { intent: "orders.refund-parcel", order: number, parcel: "2", trouble: "lost" };
  expect((await owner.post(path, refund)).status).toBe(303);
  expect(await refundsOf(db, number)).toMatchObject([{ reason: "returned", state: "requested" }]);
  expect((await auditLogTexts(desk, 1))[0]).toContain(`Parcel 2 of order ${number} was lost;`);
  expect(await findBreaches(db)).toEqual([]);
});

test("the e-mail of a guest's order is corrected: old links end, and the confirmation goes to the new address", async () => {
  const { number } = await paidOrder(desk, "mistyped", { godan: 1 });
  const path = `/orders/${number}`;
  const { rows } = await db.execute<{ email: string }>(sql`select email from orders where number = ${number}`);
  const was = rows[0]!.email;
  const shopOf = (version: number) => {
    const { pathname, search } = new URL(
      orderLink("http://shop.test", desk.services.linkKey, { number, linkVersion: version }),
    );
    return desk.pages.fetch(new Request(`http://shop.test${pathname}${search}`));
  };
  expect((await shopOf(0)).status).toBe(200);
  const form = { intent: "orders.correct-email", order: number, "was-email": was, email: "meera@gmail.com" };
  const wrong = await owner.post(path, { ...form, email: "meera@" });
  expect([wrong.status, faultsIn(await wrong.text())]).toMatchObject([422, { email: expect.any(String) }]);
  expect((await owner.post(path, form)).status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([
    `Corrected the e-mail address of order ${number}. Links in earlier e-mails have ended.`,
  ]);
  expect([(await shopOf(0)).status, (await shopOf(1)).status]).toEqual([404, 200]);
  const stale = await owner.post(path, { ...form, email: "another@gmail.com" });
  expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining("changed the address meanwhile")]);
  await sendDueLetters(desk.services);
  const letters = desk.mailbox.letters().filter(({ subject }) => subject.includes(number));
  // The letter that was not sent yet goes to the new address, and the confirmation is sent again.
  expect(letters.map(({ to }) => to)).toEqual(["meera@gmail.com", "meera@gmail.com"]);
  expect(letters.at(-1)!.text).toContain("key=1.");
  expect(await findBreaches(db)).toEqual([]);
});

test("orders to one door go in one parcel with one press, all of them or none", async () => {
  const orders = [];
  for (const part of ["a", "b", "c"]) orders.push(await paidOrder(desk, `one-door-${part}`, { godan: 2 }));
  const [one, two, away] = orders.map(({ number }) => number) as [string, string, string];
  await db.execute(sql`update orders set address_line1 = '9 Only Lane' where number in (${one}, ${two})`);
  const card = await cardOf(packer, one);
  expect(card).toContain(`name="with-${two}"`);
  expect(card).not.toContain(`name="with-${away}"`);
  const { "take-godan": _, ...form } = await shipForm(packer, one, "EK9IN");
  const left = new RegExp(`name="with-${two}" [^>]*value="([^"]*)"`).exec(card)![1]!;
  const elsewhere = await packer.post("/parcels", { ...form, [`with-${two}`]: left, [`with-${away}`]: "godan:2" });
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    409,
    expect.stringContaining(`order ${away} is no longer an unsent order`),
  ]);
  const other = await packer.post("/parcels", { ...form, [`with-${two}`]: "godan:1" });
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining(`copies of order ${two} while`)]);
  expect([await stateOf(db, one), await stateOf(db, two)]).toEqual(["paid", "paid"]);
  const both = { ...form, [`with-${two}`]: left };
  for (const _ of [1, 2]) expect((await packer.post("/parcels", both)).status).toBe(303);
  for (const number of [one, two]) {
    expect(await stateOf(db, number)).toBe("shipped");
    expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped"]);
    expect(await pageOf(owner, `/orders/${number}`)).toContain("EK9IN");
  }
  expect(await stateOf(db, away)).toBe("paid");
  const handed = `Handed order ${one}, in one parcel with ${two}, to India Post, EK9IN.`;
  expect((await auditLogTexts(desk, 1))[0]).toBe(handed);
  await packer.post("/parcels", await shipForm(packer, away, "EK8IN"));
});
