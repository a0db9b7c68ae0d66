import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import type { TaxWithheld as Withheld } from "#shop/sales/payments/tax-withheld.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";

interface TaxWithheldProps {
  withheld: Withheld[];
  trouble: ActionError | null;
}

/** The tax that buyers kept back, each with the field for its certificate. */
export function TaxWithheld({ withheld, trouble }: TaxWithheldProps) {
  return (
    <section aria-labelledby="tds">
      <h2 id="tds" className="text-title">
        TDS without a certificate
      </h2>
      <p className="text-small text-quiet">Ask each buyer for Form 16A, with which your accountant claims the tax.</p>
      <ul className="mt-3 border-t border-line">
        {withheld.map(({ id, order, buyer, paidOn, utr, tdsPaise }) => {
          const isWrong = trouble?.values.transfer === id;
          return (
            <li key={id} className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <span className="font-semibold">{buyer}</span>
                <span className="block text-small text-quiet">
                  <Figure>{order}</Figure>
                  {`, ${shortDay(paidOn)}, ${utr}`}
                </span>
              </span>
              <span className="basis-28 font-semibold">
                <Money paise={tdsPaise} />
              </span>
              <Form method="post" className="field-row sm:grid-cols-[14rem_auto]">
                <input type="hidden" name="transfer" value={id} />
                <TextField
                  label="Number of the certificate"
                  name="certificate"
                  maxLength={30}
                  autoComplete="off"
                  required
                  defaultValue={isWrong ? (trouble.values.certificate ?? "") : ""}
                  error={isWrong ? trouble.errors.certificate : null}
                />
                <p>
                  <Button variant="outline" name="intent" value="transfers.note-certificate">
                    It came<span className="sr-only">, for {order}</span>
                  </Button>
                </p>
              </Form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
