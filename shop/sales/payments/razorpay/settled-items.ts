import { z } from "zod";

import type { SettledDay, SettledItem } from "#shop/sales/payments/payment-provider.ts";

const paise = z.number().int().nonnegative();
const text = z.string().nullish().catch(null);

/**
 * One row of Razorpay's settlement reconciliation, with its field names. Amounts in paise, times in Unix seconds. `fee`
 * includes `tax`: the `credit` of a payment is its `amount` less its `fee`.
 */
const settled = z.object({
  settled: z.literal(true),
  /** `pay_`, `rfnd_`, `adj_`, `trf_` and so on. */
  entity_id: z.string().regex(/^[a-z]+_\w{1,40}$/),
  /** `payment`, `refund`, `transfer` or `adjustment`. */
  type: z.string().min(1).max(40),
  amount: z.union([
    paise,
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ]),
  currency: z.string().min(1).max(10),
  credit: paise,
  debit: paise,
  fee: paise,
  tax: paise,
  settlement_id: z.string().regex(/^setl_\w{1,40}$/),
  settled_at: z.number().int().positive(),
  settlement_utr: text,
  description: text,
});

/** An item that Razorpay has not settled yet; it appears again after it is. */
const held = z.object({ settled: z.literal(false) });
const row = z.discriminatedUnion("settled", [settled, held]);

/** Razorpay's maximum page size. */
const pageSize = 1000;

/** Reads all pages of a day (India), such as `2026-11-20`; `askList` reads one page. */
export async function readSettledDay(
  askList: (shape: typeof row, path: string) => Promise<{ readable: z.infer<typeof row>[]; listed: number }>,
  day: string,
): Promise<SettledDay> {
  const [year, month, date] = day.split("-");
  const items: SettledItem[] = [];
  let unreadable = 0;
  for (let skip = 0; ; skip += pageSize) {
    const query = `year=${year}&month=${month}&day=${date}&count=${pageSize}&skip=${skip}`;
    const { readable, listed } = await askList(row, `/settlements/recon/combined?${query}`);
    for (const item of readable) if (item.settled) items.push(readItem(item));
    unreadable += listed - readable.length;
    if (listed < pageSize) return { items, unreadable };
  }
}

function readItem(item: z.infer<typeof settled>): SettledItem {
  return {
    entityId: item.entity_id,
    kind: item.type,
    payoutId: item.settlement_id,
    settledAt: item.settled_at,
    utr: item.settlement_utr ?? "",
    currency: item.currency,
    amountPaise: item.amount,
    creditPaise: item.credit,
    debitPaise: item.debit,
    feePaise: item.fee,
    taxPaise: item.tax,
    description: item.description ?? "",
  };
}
