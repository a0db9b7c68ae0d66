/** The statement of a supplier: its sums, its bills, returns and payments, and the form for a payment. */
import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { SupplierEntry, SupplierSums } from "#shop/office/buying/statement.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface StatementProps {
  id: number;
  sums: SupplierSums;
  owed: number;
  entries: SupplierEntry[];
  /** Today as ISO day. */
  today: string;
  trouble: ActionError | null;
}

export function Statement({ id, sums, owed, entries, today, trouble }: StatementProps) {
  const parts: [label: string, paise: number][] = [
    ["Ordered", sums.orderedPaise],
    ["Received", sums.receivedPaise],
    ["Billed", sums.billedPaise],
    ["Consignment sold", sums.consignmentPaise],
    ["Claimed", sums.claimedPaise],
    ["Returned", sums.returnedPaise],
    ["Paid", sums.paidPaise],
  ];
  return (
    <section aria-labelledby="statement">
      <h2 id="statement" className="text-title">
        Statement
      </h2>
      <dl className="desk-card mt-3 flex flex-wrap gap-x-8 gap-y-3 p-4">
        {parts
          .filter(([, paise]) => paise !== 0)
          .map(([label, paise]) => (
            <div key={label}>
              <dt className="text-small text-quiet">{label}</dt>
              <dd className="tabular-nums">{formatPaise(paise)}</dd>
            </div>
          ))}
        <div>
          <dt className="text-small text-quiet">{owed < 0 ? "The supplier owes" : "Owed"}</dt>
          <dd className="font-semibold tabular-nums">{formatPaise(Math.abs(owed))}</dd>
        </div>
      </dl>
      {entries.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {entries.map((entry) => (
            <li
              key={`${entry.kind} ${entry.id}`}
              className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2"
            >
              <span className="basis-28 text-quiet">{shortDay(entry.day)}</span>
              <span className="min-w-0 flex-1 basis-60 break-words">
                <EntryLink entry={entry} />
                {entry.dueOn && entry.paise > 0 && owed > 0 && (
                  <span className={`block text-small ${entry.dueOn < today ? "font-semibold" : "text-quiet"}`}>
                    {`due on ${shortDay(entry.dueOn)}`}
                  </span>
                )}
              </span>
              <span className="basis-32 text-right tabular-nums">
                {entry.kind === "bill" && entry.paise === 0 ? "no total" : formatPaise(entry.paise)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="field-row mt-4 sm:grid-cols-[1fr_1fr_1fr_auto]">
        <input type="hidden" name="supplier" value={id} />
        <TextField
          label="Paid on"
          name="paidOn"
          type="date"
          required
          defaultValue={trouble?.values.paidOn ?? today}
          error={trouble?.errors.paidOn ?? null}
        />
        <TextField
          label="Paid, ₹"
          name="paid"
          inputMode="decimal"
          required
          autoComplete="off"
          defaultValue={trouble?.values.paid ?? ""}
          error={trouble?.errors.paid ?? null}
        />
        <TextField
          label="Reference"
          isOptional
          name="reference"
          placeholder="UTR or cheque number"
          maxLength={60}
          autoComplete="off"
          defaultValue={trouble?.values.reference ?? ""}
          error={trouble?.errors.reference ?? null}
        />
        <p>
          <Button variant="outline" name="intent" value="buying.note-payment">
            Note the payment
          </Button>
        </p>
      </Form>
    </section>
  );
}

function EntryLink({ entry: { kind, id, number } }: { entry: SupplierEntry }) {
  if (kind === "payment") return number ? `Payment, ${number}` : "Payment";
  if (kind === "bill")
    return (
      <Link className="row-link" to={deskHref("/stock/receive/:delivery", { delivery: id })}>
        {number ? `Bill ${number}` : "Delivery without a bill"}
      </Link>
    );
  return (
    <Link className="row-link" to={deskHref("/stock/supplier-returns/:return", { return: id })}>
      {number ? `Return RN-${id}, credit note ${number}` : `Return RN-${id}`}
    </Link>
  );
}
