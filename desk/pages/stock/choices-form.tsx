import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { StockChoices } from "#shop/office/stock-room/low-stock.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** The shop's default low-stock level and delivery time of suppliers, for books without their own. */
export function ChoicesForm({ choices, trouble }: { choices: StockChoices; trouble: ActionError | null }) {
  const { lowLevel, leadDays } = choices;
  return (
    <section aria-labelledby="choices" className="desk-card p-4">
      <h2 id="choices" className="text-title">
        Defaults for books without their own values
      </h2>
      <Form method="post" className="field-row mt-3 sm:grid-cols-[1fr_1fr_auto]">
        <input type="hidden" name="wasLowLevel" value={lowLevel} />
        <input type="hidden" name="wasLeadDays" value={leadDays} />
        <TextField
          label="Low-stock level, in copies"
          name="lowLevel"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.lowLevel ?? String(lowLevel)}
          error={trouble?.errors.lowLevel}
        />
        <TextField
          label="Days until a supplier delivers"
          name="leadDays"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.leadDays ?? String(leadDays)}
          error={trouble?.errors.leadDays}
        />
        <p>
          <Button variant="outline" name="intent" value="stock.choose">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}
