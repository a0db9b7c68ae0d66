/** Expected answers of the counter at the desk, for the authorization tests. */
import type { Role } from "#shop/people/staff/roles.ts";
import { listCashMoves, moveCash } from "#shop/sales/counter/move-cash.server.ts";
import { sellAtCounter } from "#shop/sales/counter/sell-at-counter.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { addStaff, type TestDesk } from "#tests/support/desk/desk.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { ofSellers, type AuthorityCase } from "./authority-case.ts";
import { onItsWay } from "./orders.ts";

/** Adds the till T1; returns the parameter of its page. */
export async function knownTill({ db }: TestDesk): Promise<{ till: string }> {
  await addTestTill(db);
  return { till: "T1" };
}

/** Sells a book at the till T1; returns its order, and its bill as its page names it. */
export async function knownBill(desk: TestDesk): Promise<{ order: string; bill: string }> {
  await setStock(desk.db, "godan", 100);
  const { till } = await knownTill(desk);
  const staffId = await addStaff(desk, "bookseller");
  const sale = await counterSale(desk.db, { godan: 1 });
  const sold = await sellAtCounter(desk.services, sale, { staffId, actor: "Ravi", till, mostPercent: null });
  if (!sold.ok) throw new Error(`The sale of the test was refused: ${sold.reason}`);
  return { order: sold.sale.orderNumber, bill: numberInAddress(sold.sale.bill.number) };
}

let tills = 0;
/** For what the page of a till sends by script. */
const ofTills = { may: ["owner", "bookseller"], done: 200, old: 200, never: 401, signedOut: 401 } as const;
const ofOwners = { may: ["owner"], done: 303, old: 303, never: 303, signedOut: 303 } as const;

/** The expected answers of each action of the counter. */
export const counterLines: Record<string, AuthorityCase> = {
  "counter.add-till": {
    ...ofOwners,
    form: () => {
      tills += 1;
      return { code: `A${tills.toString(36).toUpperCase()}`, name: "Fair" };
    },
  },
  "counter.open-till": {
    ...ofOwners,
    form: async (_, desk) => {
      const { till } = await knownTill(desk);
      return { till, open: "no" };
    },
  },
  "counter.move-cash": {
    ...ofSellers,
    old: 303,
    done: 303,
    form: async (_, desk) => ({
      ...(await knownTill(desk)),
      direction: "out",
      rupees: "50",
      reason: "expense",
      note: "Tea",
    }),
  },
  "counter.undo-cash": {
    ...ofSellers,
    old: 303,
    done: 303,
    form: async (_, desk) => {
      const { till } = await knownTill(desk);
      const staffId = await addStaff(desk, "bookseller");
      await moveCash(desk.services, { till, paise: -50_00, reason: "bank", note: "", staffId });
      const [move] = await listCashMoves(desk.db, till);
      return { till, move: move!.id };
    },
  },
  "counter.count": {
    ...ofSellers,
    old: 303,
    done: 303,
    form: async (_, desk) => ({ ...(await knownTill(desk)), notes500: "2", coins: "12.50", left: "500", note: "" }),
  },
  "counter.take-back": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => ({
      ...(await knownTill(desk)),
      ...(await knownBill(desk)),
      copies0: "1",
      fit: "yes",
      why: "Bought twice",
      paidBy: "cash",
      reference: "",
    }),
  },
  "counter.take-online-back": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => ({
      ...(await knownTill(desk)),
      order: await onItsWay(desk),
      copies0: "1",
      fit: "yes",
      reason: "changed-mind",
      words: "",
      paidBy: "cash",
      reference: "",
    }),
  },
  "counter.show-code": {
    ...ofTills,
    form: async (_, desk) => {
      await setStock(desk.db, "godan", 100);
      desk.services.settings.counter.hasCodes = true;
      const { till } = await knownTill(desk);
      const { totalPaise } = await counterSale(desk.db, { godan: 1 });
      const payment = { cashPaise: 0, upiPaise: totalPaise, cardPaise: 0, givenPaise: 0, reference: "" };
      return { till, sale: JSON.stringify(await counterSale(desk.db, { godan: 1 }, { payment })) };
    },
  },
  "counter.cancel-code": {
    ...ofTills,
    form: async (_, desk) => ({ ...(await knownTill(desk)), id: crypto.randomUUID() }),
  },
  "counter.sell": {
    ...ofTills,
    form: async (_, desk) => {
      await setStock(desk.db, "godan", 100);
      const { till } = await knownTill(desk);
      return { till, sale: JSON.stringify(await counterSale(desk.db, { godan: 1 })) };
    },
  },
};

/** The roles that see each page. */
export const counterPages: Record<string, readonly Role[]> = {
  "/counter": ["owner", "bookseller"],
  "/counter/list": ["owner", "bookseller"],
  "/counter/find": ["owner", "bookseller"],
  "/counter/orders/:number": ["owner", "bookseller"],
  "/counter/bills/:bill": ["owner", "bookseller"],
  "/counter/:till/cash": ["owner", "bookseller"],
  "/counter/:till/day": ["owner", "bookseller"],
  "/counter/:till": ["owner", "bookseller"],
  "/counter/:till/sell": ["owner", "bookseller"],
  "/counter/:till/code": ["owner", "bookseller"],
};
