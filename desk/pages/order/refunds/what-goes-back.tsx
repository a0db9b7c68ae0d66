import { Money } from "#app/components/books/money.tsx";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";

/** Sums of an order in paise: captured payments or those due on delivery, refunds that did not fail, the difference. */
export function moneyOf({ payments, refunds }: Pick<OrderRecord, "payments" | "refunds">) {
  const paid = payments
    .filter(({ status }) => status === "captured" || status === "refunded" || status === "due")
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const back = refunds.reduce((sum, { state, amountPaise }) => sum + (state === "failed" ? 0 : amountPaise), 0);
  return { paid, back, left: paid - back };
}

/** Lists, before an action, the amounts that it would refund and the things that it would not change. */
export function WhatGoesBack({ goes, stays }: { goes: [string, number][]; stays: string[] }) {
  return (
    <div className="mt-3 grid gap-3">
      <div>
        <h3 className="font-semibold">Will be refunded</h3>
        <ul className="mt-1 border-t border-line">
          {goes.map(([what, paise]) => (
            <li key={what} className="flex justify-between gap-4 border-b border-line py-1.5">
              <span className="min-w-0 break-words">{what}</span>
              <span className="tabular-nums">
                <Money paise={paise} />
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="font-semibold">Will not change</h3>
        <ul className="list-disc pl-5">
          {stays.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
