import { setTimeout as pause } from "node:timers/promises";

import { promotionMessages } from "#shop/sales/pricing/promotion-messages.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { delivery, newReader, type Answer, type ShopAddresses } from "#bench/shop/reader.ts";
import { buyOnDelivery } from "./buy-on-delivery.ts";
import type { ReaderClaims } from "./reader-claims.ts";

/** The books and codes that readers choose from. */
export interface Shelves {
  books: readonly string[];
  bestSellers: readonly string[];
  bundles: readonly string[];
  /** Titles that are always short of copies. */
  scarce: readonly string[];
  /** Codes that may be used once. */
  rareCodes: readonly string[];
}

/** The parameters of a visit of a reader. */
export interface Visit {
  addresses: ShopAddresses;
  shelves: Shelves;
  claims: ReaderClaims;
  random: SeededRandom;
  place: number;
  /** A factor for the delay before a slow reader pays. */
  lateScale: number;
  /** The links in the letters that ask for a confirmation, by order number. */
  confirmLinks: ReadonlyMap<string, string>;
}

interface Checkout {
  orderNumber: string;
  providerOrderId: string;
}

const maxTries = 8;
const maxQuestions = 8;

const baskets = { ordinary: 50, summer: 10, rareCode: 12, scarce: 22, bundle: 6 };
const manners = {
  onDelivery: 60,
  straight: 24,
  doubleClick: 14,
  twoTabs: 8,
  closesBrowser: 16,
  abandons: 8,
  failsFirst: 8,
  changesCart: 8,
  comesBackByForm: 6,
  dawdles: 4,
};

/** Makes the complete visit of one reader; the random generator determines what the reader does. */
export async function visitShop(visit: Visit): Promise<void> {
  const { addresses, shelves, claims, random, place, lateScale, confirmLinks } = visit;
  const reader = newReader(addresses);
  const basket = random.weigh(baskets);
  const manner = random.weigh(manners);
  const email = `reader-${place}@example.com`;
  const collects = random.is(0.15);
  claims.readers += 1;

  /**
   * Sends a request as a person would: repeats it a few times if there is no response, or if the shop has a failure.
   */
  async function ask(path: string, fields?: Record<string, string>): Promise<Answer | null> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const from = performance.now();
      try {
        const answer = await reader.ask(path, fields);
        // A 503 with a message says that Razorpay does not respond, which is not a failure of the shop.
        if (answer.status < 500 || (answer.status === 503 && answer.body?.message)) return answer;
        const kind = `${answer.status} ${path.replace(/\?.*/, "").replace(/EP-\w+|(?<=books.)[\w-]+/, "…")}`;
        claims.failedResponses.push({ kind, from, to: performance.now() });
      } catch {
        claims.cutOff += 1;
      }
      await pause(random.between(50, 400));
    }
    return null;
  }

  async function change(fields: Record<string, string>): Promise<boolean> {
    const answer = await ask("/cart/lines", fields);
    if (answer?.body?.ok === false) countUp(claims.refusals, `cart: ${withoutNames(answer.body.message)}`);
    return answer?.body?.ok === true;
  }

  async function fillCart(): Promise<boolean> {
    if (basket === "bundle") return change({ intent: "add-bundle", bundleId: random.pick(shelves.bundles) });
    if (basket === "scarce") return takeScarce();
    for (let books = 1 + random.below(3); books > 0; books -= 1) {
      const bookId = random.pick(basket === "summer" ? shelves.bestSellers : shelves.books);
      await change({ intent: "add", bookId });
      if (random.is(0.2)) await change({ intent: "set-quantity", bookId, quantity: String(1 + random.below(4)) });
    }
    if (basket === "summer") await change({ intent: "apply-code", code: "summer20" });
    if (basket === "rareCode") await change({ intent: "apply-code", code: random.pick(shelves.rareCodes.slice(-2)) });
    return true;
  }

  async function takeScarce(): Promise<boolean> {
    const bookId = random.pick(shelves.scarce);
    const isThere = await change({ intent: "add", bookId });
    if (!isThere && random.is(0.3)) await ask(`/books/${bookId}/tell-me`, { email });
    return isThere;
  }

  async function checkout(): Promise<Checkout | null> {
    for (let tries = 1; tries <= 3; tries += 1) {
      const answer = await ask("/checkout", { ...delivery, email, ...(collects && { collect: "yes" }) });
      if (!answer) return null;
      if (answer.body?.ok) {
        const { orderNumber, options } = answer.body;
        claims.placed.set(orderNumber, { basket, manner });
        return { orderNumber, providerOrderId: options.order_id };
      }
      countUp(claims.refusals, `checkout ${answer.status}: ${withoutNames(answer.body?.message)}`);
      if (answer.status === 409 && !(await mendCart(answer.body.message))) return null;
      await pause(random.between(20, 200));
    }
    return null;
  }

  /** Reacts to a refusal as a person would: removes the code. If books are sold out, the visit ends. */
  async function mendCart(message: string): Promise<boolean> {
    const isAboutCode = Object.values(promotionMessages).some((refusal) => message.startsWith(refusal));
    return isAboutCode && change({ intent: "remove-code" });
  }

  async function pay({ providerOrderId }: Checkout): Promise<Record<string, string> | null> {
    const proof = await reader.pay(providerOrderId);
    if (proof) claims.bankSaidYes += 1;
    return proof;
  }

  /** Reports a payment, and repeats this while the shop is still checking. */
  async function report({ orderNumber }: Checkout, proof: Record<string, string> | null): Promise<boolean> {
    for (let tries = 1; tries <= maxQuestions; tries += 1) {
      const answer = await ask("/checkout/verify", { order: orderNumber, ...proof });
      if (answer?.status === 404)
        claims.brokenPromises.push(`${orderNumber} was unknown when its payment was reported`);
      if (answer?.body?.state === "paid") claims.paid.add(orderNumber);
      if (answer?.body?.state !== "confirming") return answer?.body?.state === "paid";
      await pause(300);
    }
    return false;
  }

  async function payAndReport(order: Checkout): Promise<void> {
    const proof = await pay(order);
    const isPaid = await report(order, proof);
    if (isPaid) await afterwards(order);
  }

  async function afterwards({ orderNumber }: Checkout): Promise<void> {
    if (random.is(0.15)) {
      const page = await ask(`/orders/${orderNumber}`);
      if (page?.status === 404) claims.brokenPromises.push(`${orderNumber} was paid, but its page does not exist`);
    }
    if (!random.is(0.1)) return;
    const answer = await ask(`/orders/${orderNumber}`, { intent: "cancel-order" });
    if (answer?.flash === `${orderNumber}.cancelled`) claims.cancelled.add(orderNumber);
    if (random.is(0.3)) await ask(`/orders/${orderNumber}`, { intent: "cancel-order" });
  }

  const goOn: Record<keyof typeof manners, () => Promise<void>> = {
    onDelivery: () => buyOnDelivery({ ask, reader, email, place, basket, claims, confirmLinks, random }),
    async straight() {
      const order = await checkout();
      if (order) await payAndReport(order);
    },
    async doubleClick() {
      const pressedAt = performance.now();
      const orders = await Promise.all(Array.from({ length: 2 + random.below(2) }, () => checkout()));
      const numbers = new Set(orders.flatMap((order) => order?.orderNumber ?? []));
      // A code's discount may change between two clicks, and an order that expires soon is replaced.
      const isQuick = performance.now() - pressedAt < 15_000;
      if (numbers.size > 1 && isQuick && (basket === "ordinary" || basket === "scarce")) {
        claims.brokenPromises.push(`repeated clicks created several orders: ${[...numbers].join(", ")}`);
      }
      const order = orders.find((order) => order !== null);
      if (!order) return;
      const proof = await pay(order);
      const reports = await Promise.all([report(order, proof), report(order, proof)]);
      if (reports.includes(true)) await afterwards(order);
    },
    async twoTabs() {
      const first = await checkout();
      await change({ intent: "add", bookId: random.pick(shelves.books) });
      const second = await checkout();
      const tabs = [first, second].flatMap((order) => order ?? []);
      if (random.is(0.5)) tabs.reverse();
      if (random.is(0.5)) await Promise.all(tabs.map(payAndReport));
      else for (const order of tabs) await payAndReport(order);
    },
    async closesBrowser() {
      const order = await checkout();
      if (order) await pay(order);
    },
    async abandons() {
      const order = await checkout();
      if (order && random.is(0.5)) await reader.beginPayment(order.providerOrderId);
    },
    async failsFirst() {
      const order = await checkout();
      if (!order) return;
      for (let times = 1 + random.below(2); times > 0; times -= 1) await reader.pay(order.providerOrderId, "failure");
      if (random.is(0.5)) await report(order, null);
      await payAndReport(order);
    },
    async changesCart() {
      if (!(await checkout())) return;
      await change({ intent: "add", bookId: random.pick(shelves.books) });
      const order = await checkout();
      if (order) await payAndReport(order);
    },
    async comesBackByForm() {
      const order = await checkout();
      const proof = order && (await pay(order));
      if (!proof) return;
      // The form is posted by another site and has no cookies. The address of the redirect is requested with cookies.
      const posted = await ask("/payments/return", proof);
      const answer = posted?.location ? await ask(posted.location) : posted;
      if (!answer || answer.location?.startsWith(`/orders/${order.orderNumber}`)) return;
      claims.brokenPromises.push(`${order.orderNumber} was paid, but its reader was redirected to ${answer.location}`);
    },
    async dawdles() {
      const order = await checkout();
      if (!order) return;
      await pause(random.between(20_000, 75_000) * lateScale);
      await payAndReport(order);
    },
  };
  if (await fillCart()) await goOn[manner]();
}

/** Removes titles from a refusal, so that refusals are counted by their reason. */
function withoutNames(message = "no words"): string {
  return message.replace(/(copies (?:left )?of) .*?(?=[.,] (?:Nothing|so)|$)/, "$1 …");
}
