import { setTimeout as pause } from "node:timers/promises";

import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { delivery, type Answer, type Reader } from "#bench/shop/reader.ts";
import type { ReaderClaims } from "./reader-claims.ts";

/** What a reader on delivery has: the cart is filled. */
export interface BuyerOnDelivery {
  ask: (path: string, fields?: Record<string, string>) => Promise<Answer | null>;
  reader: Reader;
  email: string;
  place: number;
  basket: string;
  claims: ReaderClaims;
  /** The links in the letters that ask for a confirmation, by order number. */
  confirmLinks: ReadonlyMap<string, string>;
  random: SeededRandom;
}

const ends = { confirms: 55, confirmsTwice: 8, paysOnline: 12, paysOnlineLater: 8, cancels: 7, leaves: 10 };
const waitMs = 20_000;
/** The number of phone numbers that many readers share. */
const sharedPhones = 8;

/** Places an order that is paid on delivery, and confirms it by the link in its letter, or not. */
export async function buyOnDelivery(buyer: BuyerOnDelivery): Promise<void> {
  const { ask, email, place, basket, claims, random } = buyer;
  const end = random.weigh(ends);
  const number = random.is(0.15) ? random.below(sharedPhones) : 1_000 + place;
  const phone = `98${String(number).padStart(8, "0")}`;
  // The order is brought to the door, or collected at the shop.
  const collect = random.is(0.25) && { collect: "yes" };
  const answer = await ask("/checkout", { ...delivery, email, phone, payBy: "delivery", ...collect });
  const orderNumber = /^\/orders\/(EP-\w+)/.exec(answer?.body?.orderPage ?? "")?.[1];
  if (!orderNumber) return countUp(claims.refusals, `on delivery ${answer?.status}: ${answer?.body?.message}`);
  claims.placed.set(orderNumber, { basket, manner: `${collect ? "paid when collected" : "on delivery"}, ${end}` });
  if (end === "leaves") return;
  const link = await findLink(buyer, orderNumber);
  if (!link) return;
  if (end === "paysOnline") return payOnline(buyer, orderNumber, link);
  await confirm(buyer, orderNumber, link, end === "confirmsTwice" ? 2 : 1);
  await pause(random.between(0, 4_000));
  if (end === "paysOnlineLater") await payOnline(buyer, orderNumber, link);
  if (end === "cancels") {
    const cancelled = await ask(link, { intent: "cancel-order" });
    if (cancelled?.flash === `${orderNumber}.cancelled`) claims.cancelled.add(orderNumber);
  }
}

/** Reads the e-mail; null if it does not come soon. */
async function findLink({ confirmLinks, random }: BuyerOnDelivery, orderNumber: string): Promise<string | null> {
  const until = performance.now() + waitMs;
  while (!confirmLinks.has(orderNumber) && performance.now() < until) await pause(200);
  await pause(random.between(0, 1_500));
  return confirmLinks.get(orderNumber) ?? null;
}

async function confirm({ ask, claims }: BuyerOnDelivery, orderNumber: string, link: string, times: number) {
  const answers = await Promise.all(Array.from({ length: times }, () => ask(link, { intent: "confirm-order" })));
  if (answers.some((answer) => answer?.flash === `${orderNumber}.confirmed`)) claims.confirmed.add(orderNumber);
}

/** Pays by card instead, on the order's page. */
async function payOnline({ ask, reader, claims }: BuyerOnDelivery, orderNumber: string, link: string) {
  const path = link.replace("?", "/payment?");
  const opened = await ask(path, {});
  const providerOrderId = opened?.body?.options?.order_id;
  if (!providerOrderId) return countUp(claims.refusals, `paying online ${opened?.status}: ${opened?.body?.message}`);
  const proof = await reader.pay(providerOrderId);
  if (!proof) return;
  claims.bankSaidYes += 1;
  for (let tries = 1; tries <= 8; tries += 1) {
    const answer = await ask(path, { order: orderNumber, ...proof });
    if (answer?.body?.state === "paid") claims.paid.add(orderNumber);
    if (answer?.body?.state !== "confirming") return;
    await pause(300);
  }
}
