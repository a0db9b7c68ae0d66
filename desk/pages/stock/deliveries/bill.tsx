/** The bill of a delivery: its form, its comparison with what came, and what to claim from the supplier. */
import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatRupeesField } from "#desk/pages/stock/format-rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { BillCheck, OrderOfDelivery } from "#shop/office/stock-room/bill.server.ts";
import type { Delivery } from "#shop/office/stock-room/deliveries.server.ts";
import { bases } from "#shop/office/stock-room/terms.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface BillProps {
  delivery: Delivery;
  check: BillCheck;
  orders: OrderOfDelivery[];
  trouble: ActionError | null;
  /** Whether the signed-in person may open the claim. */
  mayBuy: boolean;
}

export function Bill({ delivery, check, orders, trouble, mayBuy }: BillProps) {
  const { id, billedPaise, lines } = delivery;
  return (
    <section aria-labelledby="bill" className="desk-card grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <h2 id="bill" className="text-title">
        Bill
      </h2>
      <BillForm
        key={JSON.stringify([delivery.billNumber, delivery.billedOn, billedPaise, delivery.purchaseOrderId])}
        {...{ delivery, orders, trouble }}
      />
      {lines.length > 0 && <Comparison check={check} />}
      {check.claim.lines.length > 0 && <ClaimOf id={id} check={check} mayBuy={mayBuy} />}
    </section>
  );
}

function BillForm({ delivery, orders, trouble }: Pick<BillProps, "delivery" | "orders" | "trouble">) {
  const { id, billNumber, billedOn, billedPaise, chargesPaise, basis, purchaseOrderId } = delivery;
  const values = trouble?.values ?? {
    billNumber,
    billedOn: billedOn ?? "",
    billed: formatRupeesField(billedPaise),
    charges: chargesPaise === 0 ? "" : formatRupeesField(chargesPaise),
    basis: basis ?? "firm",
    purchase: purchaseOrderId === null ? "" : String(purchaseOrderId),
  };
  const field = (name: string, label: string) => ({
    label,
    name,
    defaultValue: values[name as keyof typeof values] ?? "",
    error: trouble?.errors[name] ?? null,
    autoComplete: "off",
  });
  return (
    <Form method="post" className="field-row sm:grid-cols-3">
      <input type="hidden" name="delivery" value={id} />
      <TextField {...field("billNumber", "Bill number")} isOptional />
      <TextField {...field("billedOn", "Day of the bill")} isOptional type="date" />
      <TextField {...field("billed", "Total, ₹")} isOptional inputMode="decimal" />
      <TextField {...field("charges", "Of it freight and other charges, ₹")} isOptional inputMode="decimal" />
      <SelectField {...field("basis", "Sold to you as")}>
        {Object.entries(bases).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField {...field("purchase", "Purchase order")}>
        <option value="">None</option>
        {orders.map((order) => (
          <option key={order.id} value={order.id}>
            {`PO-${order.id}`}
          </option>
        ))}
      </SelectField>
      <p className="sm:col-span-3">
        <Button variant="outline" name="intent" value="stock.save-bill">
          Save the bill
        </Button>
      </p>
    </Form>
  );
}

/** Whether the bill agrees with what came, in a sentence. */
function Comparison({ check: { booksPaise, differencePaise, unknownCosts } }: { check: BillCheck }) {
  const books = `The billed books cost ${formatPaise(booksPaise)}`;
  if (unknownCosts > 0)
    return (
      <p>{`${books}, without ${formatCount(unknownCosts, "title")} of unknown cost. Enter what a copy costs to check the bill.`}</p>
    );
  if (differencePaise === null) return <p>{`${books}. Enter the total of the bill to compare it.`}</p>;
  if (differencePaise === 0) return <p>{`${books}: the bill agrees with what came.`}</p>;
  const more = differencePaise > 0 ? "more" : "less";
  return (
    <Banner variant="note">
      {`${books}, but the bill asks for ${formatPaise(Math.abs(differencePaise))} ${more}. Compare each line: the cost, and the copies on the bill.`}
    </Banner>
  );
}

function ClaimOf({ id, check: { claim }, mayBuy }: { id: number; check: BillCheck; mayBuy: boolean }) {
  return (
    <div>
      <h3 className="font-semibold">
        {"To claim: "}
        <Money paise={claim.paise} />
      </h3>
      <ul className="mt-1">
        {claim.lines.map(({ code, title, lookupTitle, short, damaged }) => (
          <li key={code}>
            <cite className="not-italic" lang={detectLanguage(title ?? lookupTitle ?? code)}>
              {title ?? lookupTitle ?? code}
            </cite>
            {`: ${[short > 0 && `${short} short`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(", ")}`}
          </li>
        ))}
      </ul>
      {mayBuy && (
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref("/stock/receive/:delivery/claim", { delivery: id })}
        >
          Debit note (PDF)
        </a>
      )}
    </div>
  );
}
