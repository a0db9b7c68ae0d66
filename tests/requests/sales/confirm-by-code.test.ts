/** Confirming an order on delivery by a code that WhatsApp carries: over HTTP, with its limits and WhatsApp's oddities. */
import { beforeEach, expect, test, vi } from "vitest";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { reportAddress, verifyToken } from "#shop/kernel/messengers/webhook-address.server.ts";
import { sendCode } from "#shop/sales/orders/codes/send-code.server.ts";
import { deleteOldCodes } from "#shop/sales/orders/codes/receive-reports.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { openTerms } from "#tests/support/sales/order-on-delivery.ts";
import { delivery, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openOutsideMessenger } from "#tests/support/shop/outside-messenger.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

let now = new Date();
const shop = await openTestShop({ onDelivery: openTerms });
const { db, services } = shop;
services.now = () => now;
const { linkKey } = services;
const { whatsapp, messenger } = await openOutsideMessenger({
  webhookUrl: reportAddress(publicUrl, linkKey, "whatsapp"),
  deliver: (request) => shop.pages.fetch(request),
});
await setStock(db, "godan", 500);
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const warned = vi.spyOn(console, "warn").mockImplementation(() => {});

beforeEach(async () => {
  services.messengers = [messenger];
  services.settings.confirmationCodes = { by: "whatsapp", mostPerDay: 100 };
  warned.mockClear();
  // The limits of phone numbers and networks begin anew.
  await db.execute(sql`delete from confirmation_codes`);
});

type Visitor = ReturnType<typeof visit>;
const textOf = async (response: Response | Promise<Response>) => textOfPage(await (await response).text());
const post = (visitor: Visitor, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });

let buyers = 0;

/** A guest who has placed an order on delivery, in the browser with its cart. */
async function buyer(phone?: string) {
  const visitor = visit(shop);
  await post(visitor, "/cart/lines", { intent: "add", bookId: "godan" });
  buyers += 1;
  const own = `+9190000002${String(buyers).padStart(2, "0")}`;
  const details = { ...delivery, phone: phone ?? own, email: `c${buyers}@example.com`, payBy: "delivery" };
  const answer = await (await post(visitor, "/checkout", details, { accept: "application/json" })).json();
  const page = String(answer.orderPage);
  const number = page.split("/").at(-1)!;
  const act = async (fields: Record<string, string>) => {
    const answer = await post(visitor, page, fields);
    expect(answer.status).toBe(303);
    await whatsapp.settled();
    return textOf(visitor.fetch(page));
  };
  return {
    visitor,
    number,
    see: () => textOf(visitor.fetch(page)),
    html: async () => (await visitor.fetch(page)).text(),
    ask: () => act({ intent: "send-code" }),
    type: (code: string) => act({ intent: "confirm-by-code", code }),
  };
}

const lastCode = () => whatsapp.messages.at(-1)!.code;
const wrongCode = () => String((Number(lastCode()) + 1) % 1_000_000).padStart(6, "0");

async function codeRow() {
  const { rows } = await db.execute<{ state: string; cause: string | null; row: string }>(
    sql`select state, cause, c::text as row from confirmation_codes c order by id desc limit 1`,
  );
  return oneRow(rows);
}

test("a guest asks for a code, types it, and the order is confirmed; the database and the log never have the code", async () => {
  const { number, see, html, ask, type } = await buyer();
  expect(await see()).toContain("We send one message to the number that ends in");
  expect(whatsapp.messages).toEqual([]);
  expect(await ask()).toMatch(/It is valid until \d+:\d\d [ap]m\. It has arrived\./);
  const page = await html();
  for (const attribute of ['autoComplete="one-time-code"', 'inputMode="numeric"'])
    expect(page.toLowerCase()).toContain(attribute.toLowerCase());
  expect(await codeRow()).toMatchObject({ state: "delivered" });
  expect((await codeRow()).row).not.toContain(lastCode());
  expect(await type(` ${lastCode().slice(0, 3)}-${lastCode().slice(3)} `)).toContain("Your order is confirmed");
  expect(await stateOf(db, number)).toBe("to_pack");
  expect(JSON.stringify(warned.mock.calls)).not.toContain(lastCode());
});

test("the link in the e-mail works besides, and a code after it does no harm", async () => {
  const { number, ask, type } = await buyer();
  await ask();
  // The database's own clock dates letters.
  now = new Date();
  await sendDueLetters(services);
  const letter = shop.mailbox.letters().findLast(({ subject }) => subject.includes(number))!;
  const link = new URL(/https?:\/\/\S+\/orders\/\S+key=[\w.-]+/.exec(letter.text)![0]);
  const linked = link.pathname + link.search;
  expect(await textOf(visit(shop).fetch(linked))).not.toContain("Or confirm it by a code");
  await post(visit(shop), linked, { intent: "confirm-order" });
  expect(await stateOf(db, number)).toBe("to_pack");
  expect(await type(lastCode())).toContain("Your order is confirmed");
});

test("five tries, and then the right code is refused as well, also when they come at once", async () => {
  const { number, ask, type } = await buyer();
  await ask();
  expect(await type(wrongCode())).toContain(
    "This is not the code that we sent. Please type it again: you have 4 tries left.",
  );
  expect(await type("12345")).toContain("A code has six digits.");
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => type(wrongCode())));
  expect(await type(lastCode())).toContain("The last code is no longer valid.");
  expect(await stateOf(db, number)).toBe("to_confirm");
  later(60);
  await ask();
  await type(lastCode());
  expect(await stateOf(db, number)).toBe("to_pack");
});

test("a code is valid for ten minutes, and an earlier one as long as that", async () => {
  const { number, ask, type } = await buyer();
  await ask();
  const first = lastCode();
  later(60);
  await ask();
  const second = lastCode();
  later(9 * 60);
  expect(await type(first)).toContain("This is not the code");
  later(59);
  await type(second);
  expect(await stateOf(db, number)).toBe("to_pack");
  const other = await buyer();
  await other.ask();
  later(10 * 60);
  expect(await other.type(lastCode())).toContain("no longer valid");
});

test("a code of one order confirms no other, and a stranger neither asks for one nor types it", async () => {
  const [one, other] = [await buyer(), await buyer()];
  await one.ask();
  const code = lastCode();
  await other.ask();
  await other.type(code);
  expect(await stateOf(db, other.number)).toBe("to_confirm");
  const wishes: Record<string, string>[] = [{ intent: "send-code" }, { intent: "confirm-by-code", code }];
  for (const fields of wishes) expect((await post(visit(shop), `/orders/${one.number}`, fields)).status).toBe(404);
  expect(await stateOf(db, one.number)).toBe("to_confirm");
});

test("after a corrected phone number, a code that went to the old one confirms nothing", async () => {
  const { number, ask, type } = await buyer();
  await ask();
  await db.execute(sql`update orders set phone = '+919000000299' where number = ${number}`);
  await type(lastCode());
  expect(await stateOf(db, number)).toBe("to_confirm");
});

test("an order gets four codes with growing pauses, and two presses at once send one", async () => {
  const { ask, visitor, number } = await buyer();
  await Promise.all([1, 2].map(() => post(visitor, `/orders/${number}`, { intent: "send-code" })));
  expect(whatsapp.messages).toHaveLength(1);
  for (const seconds of [60, 120, 300]) {
    later(seconds - 1);
    expect(await ask()).toContain("Another one can be sent from");
    later(1);
    await ask();
  }
  expect(whatsapp.messages).toHaveLength(4);
  later(3_600);
  expect(await ask()).toContain("No further code can be sent for this order.");
  expect(whatsapp.messages).toHaveLength(4);
});

test("a phone number, a network and the shop have limits for a day", async () => {
  const phone = "+919000000277";
  for (let sent = 0; sent < 6; sent += 1) await (await buyer(phone)).ask();
  expect(await (await buyer(phone)).ask()).toContain("No code can be sent at the moment.");
  expect(whatsapp.messages).toHaveLength(6);
  services.settings.confirmationCodes = { by: "whatsapp", mostPerDay: 7 };
  await (await buyer()).ask();
  expect(await (await buyer()).ask()).toContain("Please open the link in the e-mail");
  expect(whatsapp.messages).toHaveLength(7);
  later(86_400);
  const network = "198.51.100.7";
  const from = async () => sendCode(services, (await buyer()).number, { by: "link", network });
  services.settings.confirmationCodes = { by: "whatsapp", mostPerDay: 100 };
  for (let sent = 0; sent < 20; sent += 1) expect(await from()).toEqual({ ok: true });
  expect(await from()).toEqual({ ok: false, reason: "limit" });
});

test.each([
  ["notOnWhatsApp", "No message can be sent to the number"],
  ["busy", "takes no further message to your number at the moment"],
  ["expiredToken", "The code could not be sent."],
])("if it cannot be sent (%s), the page says so and offers the e-mail", async (fault, words) => {
  const { ask, see } = await buyer();
  whatsapp.setFault(fault, true);
  await ask();
  const page = await see();
  expect(page).toContain(words);
  expect(page).toContain("Please use the link in the");
  expect(await codeRow()).toMatchObject({ state: "failed" });
});

test("a code whose answer was lost can be typed all the same, and its report settles what became of it", async () => {
  const { number, ask, see, type } = await buyer();
  whatsapp.setFault("lostAnswer", true);
  whatsapp.setFault("neverDelivered", true);
  expect(await ask()).toContain("It is not certain that the code was sent.");
  const [message] = whatsapp.messages;
  await whatsapp.report(message!, "sent", "delivered");
  expect(await see()).toContain("It has arrived.");
  await type(message!.code);
  expect(await stateOf(db, number)).toBe("to_pack");
});

test("reports that come early, twice, mixed or late end in the same state, and forged ones change nothing", async () => {
  for (const fault of ["earlyReport", "doubleReport", "mixedReports"]) {
    whatsapp.setFault(fault, true);
    await (await buyer()).ask();
    expect(await codeRow(), fault).toMatchObject({ state: "delivered" });
  }
  whatsapp.setFault("neverDelivered", true);
  await (await buyer()).ask();
  expect(await codeRow()).toMatchObject({ state: "accepted" });
  const message = whatsapp.messages.at(-1)!;
  // Without the reference it is found by the message's id.
  await whatsapp.report(message, "failed");
  expect(await codeRow()).toMatchObject({ state: "failed", cause: "number" });
  whatsapp.setFault("neverDelivered", true);
  await (await buyer()).ask();
  whatsapp.setFault("forgedReport", true);
  await whatsapp.report(whatsapp.messages.at(-1)!, "failed");
  expect(await codeRow()).toMatchObject({ state: "accepted" });
  await whatsapp.report(whatsapp.messages.at(-1)!, "failed", "delivered", "failed", "sent");
  expect(await codeRow()).toMatchObject({ state: "delivered", cause: null });
});

test("the address of reports is verified by its word, and known to nobody else", async () => {
  const address = reportAddress(publicUrl, linkKey, "whatsapp");
  const verify = (url: string, token: string) => {
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.challenge": "1158201444",
      "hub.verify_token": token,
    });
    return shop.fetch(`${new URL(url).pathname}?${query}`);
  };
  const verified = await verify(address, verifyToken(linkKey, "whatsapp"));
  expect([verified.status, await verified.text()]).toEqual([200, "1158201444"]);
  expect((await verify(address, "guessed")).status).toBe(404);
  const elsewhere = reportAddress(publicUrl, "another key", "whatsapp");
  expect((await verify(elsewhere, verifyToken(linkKey, "whatsapp"))).status).toBe(404);
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await shop.pages.fetch(new Request(address, init))).status).toBe(401);
  expect((await shop.pages.fetch(new Request(elsewhere, init))).status).toBe(404);
});

test("without the setting or the account nothing is offered or sent, and no page speaks of it", async () => {
  const { visitor, ask, see } = await buyer();
  const cart = async () => {
    await post(visitor, "/cart/lines", { intent: "add", bookId: "godan" });
    return textOf(visitor.fetch("/cart"));
  };
  const privacy = () => textOf(shop.fetch("/privacy-policy"));
  expect(await cart()).toContain("you may ask for a code to this phone by WhatsApp");
  services.settings.confirmationCodes = { by: null, mostPerDay: 100 };
  expect(await see()).not.toContain("Or confirm it by a code");
  expect(await cart()).not.toContain("WhatsApp");
  expect(await privacy()).not.toContain("WhatsApp");
  services.settings.confirmationCodes = { by: "whatsapp", mostPerDay: 100 };
  services.messengers = [];
  expect(await see()).not.toContain("Or confirm it by a code");
  expect(await ask()).toContain("No code can be sent at the moment.");
  expect(whatsapp.messages).toEqual([]);
});

test("codes are deleted after two days", async () => {
  await (await buyer()).ask();
  expect(await deleteOldCodes(services)).toBe(0);
  later(2 * 86_400 + 1);
  expect(await deleteOldCodes(services)).toBe(1);
});
