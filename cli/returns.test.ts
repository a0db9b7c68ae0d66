import { afterEach, expect, test } from "vitest";

import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
await setStock(db, "godan", 20);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

/** What the command line says; its complaint when it does not do it. */
async function say(...args: (string | number)[]): Promise<string> {
  const { out, error } = await runCommand(args.map(String), settingsOf(testServices));
  return error || out;
}

async function returned(name: string): Promise<{ number: string; id: number }> {
  const { number } = await paidOrder(testServices, name, { godan: 1 });
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  const input = { bookId: "godan", quantity: 1, reason: "damaged", words: "A torn\ncover" } as const;
  const asked = await askReturn(services, { number, by: "link", input });
  if (!asked.ok) throw new Error(asked.reason);
  return { number, id: asked.returnId };
}

test("the bookseller sees a return, says yes, takes the book in; each step once", async () => {
  const { number, id } = await returned("yes");
  expect(await say("orders", "deliver", number)).toBe(`${number} has arrived.`);
  expect(await stateOf(db, number)).toBe("delivered");
  const list = await say("returns", "list");
  for (const words of [number, "It came damaged", "waits for your answer", '"A torn cover"'])
    expect(list).toContain(words);
  expect(await say("returns", "accept", id)).toContain(`npm run shop -- returns receive ${id}`);
  const before = (await readStock(db, "godan")).onHand;
  const [received, again] = await Promise.all([say("returns", "receive", id), say("returns", "accept", id, "--keep")]);
  expect(received).toMatch(/₹[\d.]+ is refunded to the reader\. The book is on the shelf again\.$/);
  expect(again).toContain(`The state of return ${id} does not allow this: `);
  expect((await readStock(db, "godan")).onHand).toBe(before + 1);
  expect(await say("returns", "list", "--over")).toContain("received");
});

test("a reader may keep the book, or hears why not; a mistake is said plainly", async () => {
  const kept = await returned("kept");
  const refused = await returned("no");
  const [money, no, reasonless, odd, none] = await Promise.all([
    say("returns", "accept", kept.id, "--keep"),
    say("returns", "refuse", refused.id, "--say", "Somebody has written in it."),
    say("returns", "refuse", refused.id),
    say("returns", "accept", "x"),
    say("returns", "receive", 999_999),
  ]);
  expect(money).toMatch(/The reader keeps the book, ₹[\d.]+ is refunded\.$/);
  expect(no).toContain("is refused; the reader gets an e-mail.");
  expect(reasonless).toBe("Give the reason for the reader to read: --say WORDS.");
  expect(odd).toBe('"x" is not the number of a return.');
  expect(none).toBe("There is no return 999999.");
});
