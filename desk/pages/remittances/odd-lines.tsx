import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import type { OddLine } from "#shop/sales/remittances/owed-by-carriers.server.ts";
import type { RemittanceOutcome } from "#shop/sales/remittances/record-remittance.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { outcomeWords } from "./outcome-words.ts";

/** Outcomes after which a person may say that the parcel is paid. */
const mayBeAccepted = new Set<RemittanceOutcome>(["short", "unknown", "not-owed"]);

interface OddLinesProps {
  lines: OddLine[];
  maySeeOrders: boolean;
  trouble: ActionError | null;
}

/** Lines of carriers' payments that do not agree with the shop's records, each with a form that closes it. */
export function OddLines({ lines, maySeeOrders, trouble }: OddLinesProps) {
  return (
    <ul className="mt-3 grid gap-3">
      {lines.map(({ remittanceId, position, carrier, utr, paidOn, outcome, orders, ...line }) => {
        const isMine = trouble?.values.remittance === String(remittanceId) && trouble.values.line === String(position);
        return (
          <li key={`${remittanceId} ${position}`} className="desk-card p-4">
            <p className="font-semibold break-words">
              {outcomeWords[outcome]}: <Money paise={line.amountPaise} />
              {line.expectedPaise !== null && (
                <>
                  {" "}
                  of <Money paise={line.expectedPaise} />
                </>
              )}
            </p>
            <p className="mt-1 flex flex-wrap gap-x-3 text-small wrap-anywhere text-quiet">
              <span>{line.trackingNumber || line.orderNumber}</span>
              {orders.map((number) => (
                <OrderOf key={number} number={number} maySee={maySeeOrders} />
              ))}
              <span>
                {carrier}, {shortDay(paidOn)}, UTR {utr}
              </span>
            </p>
            <Form method="post" className="field-row mt-3 sm:grid-cols-[1fr_auto]">
              <input type="hidden" name="remittance" value={remittanceId} />
              <input type="hidden" name="line" value={position} />
              <TextField
                label="What you found out"
                name="why"
                maxLength={300}
                autoComplete="off"
                defaultValue={isMine ? trouble.values.why : undefined}
                error={isMine ? trouble.errors.why : undefined}
              />
              <p className="flex flex-wrap gap-3">
                <Button variant="outline" name="intent" value="remittances.close">
                  Close
                  <span className="sr-only">: {line.trackingNumber || line.orderNumber}</span>
                </Button>
                {mayBeAccepted.has(outcome) && (
                  <Button variant="quiet" name="intent" value="remittances.accept">
                    Accept as paid
                    <span className="sr-only">: {line.trackingNumber || line.orderNumber}</span>
                  </Button>
                )}
              </p>
            </Form>
          </li>
        );
      })}
    </ul>
  );
}
