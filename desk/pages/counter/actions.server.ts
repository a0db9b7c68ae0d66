import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { may } from "#shop/people/staff/roles.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { TypedBookRefused } from "#shop/sales/counter/add-typed-books.server.ts";
import type { ChangedPrice, ShortBook } from "#shop/sales/counter/counter-sale.ts";
import { mostCopies } from "#shop/sales/counter/price-sale.ts";
import {
  sellAtCounter,
  type RecordedSale,
  type Seller,
  type SoldAtCounter,
} from "#shop/sales/counter/sell-at-counter.server.ts";
import { addTill, setTillOpen } from "#shop/sales/counter/tills.server.ts";
import { tillCodePattern } from "#shop/sales/documents/document-number.ts";
import { businessField } from "#shop/sales/documents/read-business.server.ts";
import type { StaffSession } from "#shop/people/staff/sessions.server.ts";
import type { Services } from "#shop/services.ts";

/** What the shop answers to a sale of a till. `prices` and `short`: nothing was sold yet. */
export type TillAnswer =
  | { kind: "sold"; sale: RecordedSale }
  | { kind: "short"; books: ShortBook[] }
  | { kind: "prices"; books: ChangedPrice[] }
  | { kind: "refused"; problem: string };

const paise = z.number().int().min(0).max(100_000_000);
const discount = z
  .union([z.object({ percent: z.number().min(0).max(100) }), z.object({ paise })])
  .nullable()
  .default(null);
export const tillField = z.string().regex(tillCodePattern, openAgainMessage);

const saleFields = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  lines: z
    .array(
      z.object({
        bookId: z.string().min(1).max(200),
        copies: z.number().int().min(1).max(mostCopies, `A sale has at most ${mostCopies} copies of a book.`),
        unitPricePaise: paise,
        unitMrpPaise: paise,
        discount,
        typed: z
          .object({
            code: deskOptionalLine("the code", 100),
            title: deskLineField("the title", 300),
            kind: z.enum(["book", "stationery"]),
          })
          .nullable()
          .default(null),
      }),
    )
    .min(1, "There is no book in this sale.")
    .max(200, "A sale has at most 200 books.")
    .refine((lines) => new Set(lines.map(({ bookId }) => bookId)).size === lines.length, openAgainMessage),
  discount,
  name: deskOptionalLine("the buyer’s name", 100),
  phone: z.string().regex(/^(\+91[6-9]\d{9})?$/, "Write an Indian mobile number with ten digits."),
  // Absent from sales that a till has kept since before these fields.
  business: businessField.nullable().default(null),
  address: deskOptionalLine("the address", 200).default(""),
  payment: z.object({
    cashPaise: paise,
    upiPaise: paise,
    cardPaise: paise,
    givenPaise: paise,
    reference: deskOptionalLine("the reference", 60),
  }),
  totalPaise: paise,
  short: z.record(z.string().max(200), z.enum(["held", "uncounted"])),
  isOffline: z.boolean(),
});

/** A sale as a till sends it. */
export const saleField = z
  .string()
  .max(200_000)
  .transform((given, context) => {
    const read = saleFields.safeParse(parseJson(given));
    if (read.success) return read.data;
    context.addIssue({ code: "custom", message: read.error.issues[0]?.message ?? openAgainMessage });
    return z.NEVER;
  });

/** Records a sale at a till. */
export const sellFromDesk = deskAction({
  name: "counter.sell",
  does: "sell at the counter",
  needs: "counter",
  cannotUndo: "the books are sold, and come back as a return",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ till: tillField, sale: saleField })),
  async run({ services, session }, given): Promise<{ answer: TillAnswer; entry: null | SaleEntry }> {
    const seller = sellerOf(services, session.staff, given.till);
    const sold = await sellAtCounter(services, given.sale, seller).catch(refuseTyped);
    if (!sold.ok) return { answer: answerRefusal(services, sold), entry: null };
    const { bill, payment, orderNumber } = sold.sale;
    const answer: TillAnswer = { kind: "sold", sale: sold.sale };
    if (!sold.isNew) return { answer, entry: null };
    const copies = bill.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const late = given.sale.isOffline ? ", without a connection" : "";
    return {
      answer,
      entry: {
        action: "counter.sell",
        words: `Sold ${formatCount(copies, "copy", "copies")} for ${formatPaise(bill.totalPaise)} at the till ${given.till}${late}, bill ${bill.number}.`,
        subject: `order ${orderNumber}`,
        after: { ...payment, discountPaise: bill.discountPaise, madeAt: given.sale.madeAt },
      },
    };
  },
});

/** Refuses a book that was typed wrongly; throws other errors again. */
export function refuseTyped(error: unknown): never {
  throw error instanceof TypedBookRefused ? new ActionRefused(error.message) : error;
}

/** The seller at a till, with the limit of discounts. */
export function sellerOf({ settings }: Services, { id, name, role }: StaffSession["staff"], till: string): Seller {
  const mostPercent = may(role, "refunds-above-limit") ? null : settings.counter.mostPercent;
  return { staffId: id, actor: name, till, mostPercent };
}

/** The questions about a sale that was not made; throws ActionRefused if there are none. */
export function answerRefusal(
  { settings }: Services,
  refused: Extract<SoldAtCounter, { ok: false }> | { ok: false; reason: "no-codes" },
): TillAnswer {
  if (refused.reason === "short") return { kind: "short", books: refused.books };
  if (refused.reason === "prices") return { kind: "prices", books: refused.books };
  throw new ActionRefused(
    refused.reason === "discount"
      ? `This is a discount of ${refused.percent.toFixed(1)}%. You may give up to ${settings.counter.mostPercent}%; an owner may give more.`
      : problems[refused.reason],
  );
}

interface SaleEntry {
  action: string;
  words: string;
  subject: string;
  after: Record<string, unknown>;
}

const problems = {
  "no-such-till": "This till is closed. Choose another one under Counter.",
  "no-such-book": "A book of this sale is no longer in the shop. Take it off, and scan it again.",
  sum: "The sums do not agree. Open the till again; the sale is kept.",
  "too-little": "A sale is of at least ₹1.",
  "no-codes": "Razorpay’s QR codes are switched off. Open the till again.",
};

/** Adds a till. */
export const addTillFromDesk = deskAction({
  name: "counter.add-till",
  does: "add a till",
  needs: "settings",
  cannotUndo: "its code stays taken; the till can be closed",
  proof: "passkey",
  read: (form) =>
    readForm(
      form,
      z.object({
        code: z
          .string()
          .trim()
          .toUpperCase()
          .regex(tillCodePattern, "Write a letter and up to two letters or digits, such as T1."),
        name: deskLineField("a name", 60),
      }),
    ),
  async run({ services }, { code, name }) {
    if (!(await addTill(services.db, { code, name }))) {
      const problem = `There is a till ${code}. Choose another code.`;
      throw new ActionRefused(problem, { code: problem });
    }
    const words = `Added the till ${name}, whose bills begin with ${code}.`;
    return { answer: words, entry: { action: "counter.add-till", words, subject: `till ${code}` } };
  },
});

/** Opens or closes a till. */
export const openTillFromDesk = deskAction({
  name: "counter.open-till",
  does: "open or close a till",
  needs: "settings",
  cannotUndo: "the till can be opened or closed again",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ till: tillField, open: z.enum(["yes", "no"], openAgainMessage) })),
  async run({ services }, { till: code, open }) {
    const name = await setTillOpen(services.db, code, open === "yes");
    const words = `${open === "yes" ? "Opened" : "Closed"} the till ${name ?? code}.`;
    const entry = { action: "counter.open-till", words, subject: `till ${code}` };
    return { answer: words, entry: name === null ? null : entry };
  },
});

export const tillActions = [addTillFromDesk, openTillFromDesk] as const;
