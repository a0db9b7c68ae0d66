/** Two tills sell from the stock that readers buy from, take books back, and have their cash counted. */
import { randomUUID } from "node:crypto";

import { sql } from "#db/sql.ts";
import type { Db } from "#db/connect.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import type { Bookseller } from "#bench/chaos/desk/bookseller.ts";
import type { ReaderClaims } from "#bench/chaos/reader-claims.ts";
import type { Shelves } from "#bench/chaos/visit-shop.ts";
import type { CounterPayment, CounterSale, ShortBook } from "#shop/sales/counter/counter-sale.ts";
import type { RecordedSale } from "#shop/sales/counter/sell-at-counter.server.ts";
import { priceSale, type LineToSell } from "#shop/sales/counter/price-sale.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { addTill } from "#shop/sales/counter/tills.server.ts";
import { isBack, type TillClaims, type TillSale } from "#bench/chaos/ledgers/till-claims.ts";

/** What the people at the tills work with. */
export interface TillWork {
  desk: Bookseller;
  db: Db;
  shelves: Pick<Shelves, "books" | "scarce">;
  tillClaims: TillClaims;
  claims: ReaderClaims;
}

/** What the desk answers to a sale. */
type SaleAnswer =
  | { kind: "sold"; sale: RecordedSale }
  | { kind: "short"; books: ShortBook[] }
  | { kind: "prices" }
  | { kind: "refused"; problem: string };

export const tillCodes = ["T1", "T2"] as const;

export async function openTills(db: Db): Promise<void> {
  for (const code of tillCodes) await addTill(db, { code, name: `Till ${code}` });
}

/** Makes a sale at one of the tills: often of the last copies. */
export async function sellAtTill(work: TillWork, random: SeededRandom): Promise<void> {
  const { tillClaims } = work;
  const till = random.pick(tillCodes);
  const isScarce = random.is(0.45);
  // Without a connection a till sells what lies in the hand of the buyer: only of what there is plenty is always there.
  const isOffline = !isScarce && random.is(0.15);
  const sale = await makeSale(work, random, { isScarce, isOffline });
  if (isOffline) {
    tillClaims.madeOffline += 1;
    tillClaims.waiting.push({ till, sale });
    return;
  }
  await sendSale(work, till, sale, random);
}

/** Sends one of the sales that a till keeps. Returns whether there was any. */
export async function sendWaiting(work: TillWork, random: SeededRandom): Promise<boolean> {
  const next = work.tillClaims.waiting.shift();
  if (next) await sendSale(work, next.till, next.sale, random);
  return next !== undefined;
}

async function makeSale(
  { db, shelves }: TillWork,
  random: SeededRandom,
  { isScarce, isOffline }: { isScarce: boolean; isOffline: boolean },
): Promise<CounterSale> {
  const ids = new Set(
    isScarce
      ? [random.pick(shelves.scarce)]
      : Array.from({ length: 1 + random.below(3) }, () => random.pick(shelves.books)),
  );
  const { rows } = await db.execute<{ id: string; price: number; mrp: number }>(
    sql`select id, price_paise::int as price, mrp_paise::int as mrp from books where id = any(${[...ids]}::text[]) order by id`,
  );
  const lines = rows.map(({ id, price, mrp }): LineToSell => ({
    bookId: id,
    copies: isScarce ? 1 : 1 + random.below(3),
    unitPricePaise: price,
    unitMrpPaise: mrp,
    discount: null,
  }));
  const discount = random.is(0.2) ? { percent: 10 } : null;
  const { totalPaise } = priceSale(lines, discount);
  return {
    id: randomUUID(),
    madeAt: new Date().toISOString(),
    lines,
    discount,
    name: "",
    phone: "",
    business: null,
    address: "",
    short: {},
    isOffline,
    payment: pay(totalPaise, random),
    totalPaise,
  };
}

function pay(totalPaise: number, random: SeededRandom): CounterPayment {
  const none = { cashPaise: 0, upiPaise: 0, cardPaise: 0, givenPaise: 0, reference: "" };
  const half = Math.floor(totalPaise / 2);
  switch (random.weigh({ cash: 60, upi: 20, card: 10, both: 10 })) {
    case "upi":
      return { ...none, upiPaise: totalPaise, reference: "4711" };
    case "card":
      return { ...none, cardPaise: totalPaise };
    case "both":
      return { ...none, cashPaise: half, givenPaise: half, upiPaise: totalPaise - half };
    case "cash":
      return { ...none, cashPaise: totalPaise, givenPaise: totalPaise + 100_00 };
  }
}

/** Sends a sale, sometimes twice at once. A sale without an answer stays in the till. */
async function sendSale(work: TillWork, till: string, sale: CounterSale, random: SeededRandom): Promise<void> {
  const { tillClaims } = work;
  const isTwice = random.is(0.15);
  if (isTwice) tillClaims.sentTwice += 1;
  const answers = await Promise.all([ask(work, till, sale), ...(isTwice ? [ask(work, till, sale)] : [])]);
  if (answers.some((answer) => answer === null)) tillClaims.waiting.push({ till, sale });
  for (const answer of answers) if (answer) note(work, till, sale, answer);
  const short = answers.find((answer) => answer?.kind === "short");
  if (short?.kind !== "short" || tillClaims.sales.has(sale.id)) return;
  // The bookseller may sell what a reader holds who has not paid yet.
  const isHeld = short.books.every(({ wanted, free, held }) => wanted <= free + held);
  if (!isHeld || !random.is(0.4)) return;
  const held = { ...sale, short: Object.fromEntries(short.books.map(({ bookId }) => [bookId, "held" as const])) };
  const again = await ask(work, till, held);
  if (again) note(work, till, held, again);
  else tillClaims.waiting.push({ till, sale: held });
}

async function ask({ desk }: TillWork, till: string, sale: CounterSale): Promise<SaleAnswer | null> {
  const once = `${sale.id} ${JSON.stringify(sale.short)} ${sale.isOffline} ${sale.totalPaise}`;
  const fields = { intent: "counter.sell", till, sale: JSON.stringify(sale), once };
  const answer = await desk.post(`/counter/${till}/sell`, fields);
  // Any other answer is that of a desk that is not there, such as while it is restarted.
  const isSale = answer?.header("content-type")?.includes("json");
  return answer && isSale ? (JSON.parse(answer.text) as SaleAnswer) : null;
}

function note({ tillClaims, claims }: TillWork, till: string, sale: CounterSale, answer: SaleAnswer): void {
  if (answer.kind !== "sold") {
    const why = answer.kind === "refused" ? answer.problem : answer.kind;
    countUp(tillClaims.refusals, why);
    if (sale.isOffline) claims.brokenPromises.push(`A sale that was made without a connection was refused: ${why}`);
    return;
  }
  const { orderNumber, bill } = answer.sale;
  const known = tillClaims.sales.get(sale.id);
  if (known && known.orderNumber !== orderNumber)
    claims.brokenPromises.push(`The sale ${sale.id} is recorded as ${known.orderNumber} and as ${orderNumber}.`);
  if (!known) tillClaims.sales.set(sale.id, { till, sale, orderNumber, bill: bill.number, back: "no", asked: null });
}

/** A buyer brings all books of a sale back, and gets cash. */
export async function takeSaleBack(work: TillWork, random: SeededRandom): Promise<void> {
  const sold = [...work.tillClaims.sales.values()].filter(({ back }) => !isBack(back));
  if (sold.length > 0) await takeBack(work, random.pick(sold.slice(-30)), random.is(0.7));
}

/** Repeats the returns to which the shop has not answered. */
export async function settleReturns(work: TillWork): Promise<void> {
  for (const sale of work.tillClaims.sales.values()) if (sale.asked !== null) await takeBack(work, sale, sale.asked);
}

/** Takes all books of a sale back. If an answer was lost, the page of the bill says whether it was done. */
async function takeBack({ desk }: TillWork, sale: TillSale, isFit: boolean): Promise<void> {
  const path = `/counter/bills/${numberInAddress(sale.bill)}`;
  const page = await desk.open(path);
  if (!page) return;
  const form = page.form("counter.take-back");
  const fit = sale.asked ?? isFit;
  if (!form) {
    if (sale.asked !== null) sale.back = fit ? "fit" : "unfit";
    sale.asked = null;
    return;
  }
  sale.asked = fit;
  const copies = Object.fromEntries(
    Object.keys(form.fields).flatMap((name) => {
      const position = /^copies(\d+)$/.exec(name)?.[1];
      return position === undefined ? [] : [[name, String(sale.sale.lines[Number(position)]?.copies ?? 0)]];
    }),
  );
  const given = { ...copies, why: "A gift twice", fit: fit ? "yes" : "no", paidBy: "cash", till: sale.till };
  const status = await desk.press(page, "counter.take-back", form, given);
  if (status === 303) sale.back = fit ? "fit" : "unfit";
  if (status !== null) sale.asked = null;
}

/** Counts the cash of a till; what was counted does not matter here. */
export async function countCash({ desk, tillClaims }: TillWork, random: SeededRandom): Promise<void> {
  const till = random.pick(tillCodes);
  const page = await desk.open(`/counter/${till}/day`);
  const form = page?.form("counter.count");
  if (!page || !form) return;
  const rupees = random.below(20_000);
  const left = random.below(rupees + 1);
  const status = await desk.press(page, "counter.count", form, { coins: String(rupees), left: String(left) });
  if (status === 303) tillClaims.counts += 1;
}
