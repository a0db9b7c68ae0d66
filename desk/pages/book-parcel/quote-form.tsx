import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { QuoteAnswer } from "#shop/sales/carriers/ask-for-quotes.server.ts";
import type { Quote } from "#shop/sales/carriers/carrier.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { SizeField } from "./read-size.ts";

interface QuoteFormProps {
  number: string;
  /** The copies that wait (optimistic lock). */
  left: string;
  /** Weight and measures for which the carriers were asked. */
  values: Record<SizeField, string>;
  answers: QuoteAnswer[];
  trouble: ActionError | null;
}

/** The quotes of all carriers, and the button that books the chosen one. */
export function QuoteForm({ number, left, values, answers, trouble }: QuoteFormProps) {
  const all = answers.flatMap(({ carrier, quotes }) => quotes.map((quote) => ({ carrier, ...quote })));
  const [cheapest] = all.toSorted((a, b) => (a.chargePaise ?? Infinity) - (b.chargePaise ?? Infinity));
  const chosen = trouble?.values.quote ?? (cheapest && valueOf(cheapest.carrier, cheapest));
  const error = trouble?.errors.quote;
  return (
    <Form method="post">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="left" value={left} />
      {Object.entries(values).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="max-w-measure min-w-0" aria-describedby={error ? "quote-error" : undefined}>
        <legend className="text-title font-semibold">Prices</legend>
        {answers.map(({ carrier, name, quotes, trouble: silence }) => (
          <div key={carrier} className="mt-3">
            <p className="font-semibold">{name}</p>
            {silence !== "" && <p className="max-w-measure text-quiet">{silence}</p>}
            <ul className="border-t border-line">
              {quotes.map((quote) => (
                <li key={quote.option} className="border-b border-line">
                  <label className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
                    <input
                      type="radio"
                      name="quote"
                      value={valueOf(carrier, quote)}
                      defaultChecked={valueOf(carrier, quote) === chosen}
                      className="size-5 shrink-0 accent-action"
                    />
                    <span className="min-w-0 flex-1 break-words">{quote.name}</span>
                    <span className="text-quiet">{quote.days === null ? "" : formatCount(quote.days, "day")}</span>
                    <strong translate="no" className="min-w-20 text-right tabular-nums">
                      {quote.chargePaise === null ? "no price" : formatPaise(quote.chargePaise)}
                    </strong>
                  </label>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {error && (
          <p id="quote-error" className="mt-1.5 text-small font-semibold text-vermilion">
            {error}
          </p>
        )}
      </fieldset>
      {cheapest && (
        <>
          <div className="mt-3">
            <Checkbox name="pickup" value="yes" defaultChecked={trouble === null || trouble.values.pickup === "yes"}>
              Ask for a pickup on the next working day
            </Checkbox>
          </div>
          <p className="mt-3">
            <Button name="intent" value="parcels.book">
              Book this parcel
            </Button>
          </p>
          <p className="mt-1 max-w-measure text-small text-quiet">
            It can be cancelled until the carrier has the parcel. The reader gets an e-mail when the carrier scans it,
            or when you mark it as sent.
          </p>
        </>
      )}
    </Form>
  );
}

function valueOf(carrier: string, { option, chargePaise }: Quote): string {
  return `${carrier} ${option} ${chargePaise ?? ""}`;
}
