import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { PayoutDifference } from "#shop/office/back-office/payouts.server.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";

interface DifferencesProps {
  differences: PayoutDifference[];
  maySeeOrders: boolean;
  trouble: ActionError | null;
}

/** The differences between payouts and the shop's records, each with a form that closes it. */
export function Differences({ differences, maySeeOrders, trouble }: DifferencesProps) {
  return (
    <ul className="mt-3 grid gap-3">
      {differences.map((difference) => {
        const { kind, entityId, foundAt, orderNumber, payoutId, isClosed } = difference;
        const mine = trouble?.values.kind === kind && trouble.values.entity === entityId ? trouble : null;
        return (
          <li key={kind + entityId} className="desk-card p-4">
            <p className="font-semibold break-words">{describe(difference)}</p>
            <p className="mt-1 flex flex-wrap gap-x-3 text-small wrap-anywhere text-quiet">
              <span>{entityId}</span>
              {orderNumber && <OrderOf number={orderNumber} maySee={maySeeOrders} />}
              {payoutId && (
                <Link className="link" to={deskHref("/payouts/:payout", { payout: payoutId })}>
                  The payout
                </Link>
              )}
              <span>
                found <time dateTime={foundAt}>{shortDay(foundAt)}</time>
              </span>
            </p>
            <Form method="post" className="field-row mt-3 sm:grid-cols-[1fr_auto]">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="entity" value={entityId} />
              {isClosed ? (
                <p>
                  <span className="text-quiet">Closed. The explanation is on the page History.</span>
                </p>
              ) : (
                <TextField
                  label="Explanation"
                  name="why"
                  maxLength={500}
                  autoComplete="off"
                  defaultValue={mine?.values.why}
                  error={mine?.errors.why}
                />
              )}
              <p>
                <Button variant="outline" name="intent" value={isClosed ? "payouts.reopen" : "payouts.close"}>
                  {isClosed ? "Open again" : "Close"}
                  <span className="sr-only">: {entityId}</span>
                </Button>
              </p>
            </Form>
          </li>
        );
      })}
    </ul>
  );
}

function describe({ kind, expectedPaise, foundPaise, provider }: PayoutDifference): string {
  const [expected, found] = [expectedPaise, foundPaise].map((paise) => formatSigned(paise ?? 0));
  const name = nameProvider(provider);
  return {
    "unknown-payment": `${name} paid out a payment of ${found} that the shop does not know.`,
    "unknown-refund": `${name} deducted a refund of ${found} that the shop does not know.`,
    amount: `The shop’s records say ${expected}, the payout says ${found}.`,
    net: `According to its amount and fee, the payout should have changed by ${expected}, but it changed by ${found}.`,
    twice: `It is in more than one payout: ${expected} was right, but the payouts have ${found} together.`,
    "late-payment": `A payment of ${expected} is in no payout after more than ten days.`,
    "late-refund": `A refund of ${expected} is in no payout after more than ten days, although its payment was paid out.`,
  }[kind];
}
