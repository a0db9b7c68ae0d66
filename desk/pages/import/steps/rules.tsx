/** Rules for what a file does not say, such as the MRP of books without one. */
import type { ActionError } from "#desk/http/action-error.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";
import { matchForm } from "./match-form.ts";

type RulesProps = Pick<ImportJob, "kind" | "options"> & { trouble: ActionError | null };

/** The rules that refused records ask for. Their fields are where the records are named. */
export type AskedRule = "mrp" | "rates";

const asked = {
  mrp: {
    label: "MRP for books without one, ₹",
    inputMode: "decimal",
    hint: "Empty: new books without an MRP are refused.",
  },
  rates: { label: "Exchange rates, in ₹", hint: "Such as USD=83.50,GBP=110." },
} as const;

/** The field of a rule that refused records ask for; it belongs to the form of the first step wherever it is. */
export function AskedRuleField({
  rule,
  isOptional = false,
  options,
  trouble,
}: { rule: AskedRule; isOptional?: boolean } & Omit<RulesProps, "kind">) {
  const rates = Object.entries(options.exchangeRates ?? {}).map(([currency, rate]) => `${currency}=${rate}`);
  const known = { mrp: options.defaultMrpPaise ? String(options.defaultMrpPaise / 100) : "", rates: rates.join(",") };
  return (
    <TextField
      id={rule}
      form={matchForm}
      isOptional={isOptional}
      name={rule}
      defaultValue={trouble?.values[rule] ?? known[rule]}
      error={trouble?.errors[rule]}
      {...asked[rule]}
    />
  );
}

/** The rules for files of this kind, except those that are asked for elsewhere; folded while none is set. */
export function Rules({ kind, options, trouble, elsewhere }: RulesProps & { elsewhere: AskedRule[] }) {
  const isOfBooks = kind === "books" || kind === "lookup";
  const given = (name: string, value: string | number | undefined) => trouble?.values[name] ?? String(value ?? "");
  const { defaultMrpPaise, defaultCopies, discountPercent, exchangeRates, source } = options;
  const isSet = [defaultMrpPaise, defaultCopies, discountPercent, exchangeRates, source].some(
    (one) => one !== undefined,
  );
  const isHere = (rule: AskedRule) => !elsewhere.includes(rule);
  return (
    <>
      <details open={isSet || trouble !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          {isOfBooks ? "Rules for what the file does not say" : "Whose item codes these are"}
        </summary>
        <div className="field-row mt-2 max-w-[60rem] sm:grid-cols-2">
          {kind === "books" && isHere("mrp") && (
            <AskedRuleField rule="mrp" isOptional options={options} trouble={trouble} />
          )}
          {kind === "books" && (
            <TextField
              label="Copies of new books"
              isOptional
              name="copies"
              inputMode="numeric"
              hint="For new books that are in stock, if the file has no number."
              defaultValue={given("copies", defaultCopies)}
              error={trouble?.errors.copies}
            />
          )}
          {isOfBooks && (
            <TextField
              label="Percent off the MRP"
              isOptional
              name="discount"
              inputMode="numeric"
              hint="For books without a price of yours in the file."
              defaultValue={given("discount", discountPercent)}
              error={trouble?.errors.discount}
            />
          )}
          {isOfBooks && isHere("rates") && (
            <AskedRuleField rule="rates" isOptional options={options} trouble={trouble} />
          )}
          {kind !== "lookup" && (
            <TextField
              label="Supplier"
              isOptional
              name="source"
              hint="One word, such as penguin, so that their item codes do not mix with those of others."
              defaultValue={given("source", source)}
              error={trouble?.errors.source}
            />
          )}
        </div>
      </details>
      {kind === "stock" && (
        <div className="grid">
          <Checkbox name="titles" value="1" defaultChecked={options.takesTitles === true}>
            Take rows whose title differs from that of the shop’s book with this ISBN
          </Checkbox>
          <Checkbox name="again" value="1" defaultChecked={options.isAgain === true}>
            Use this file again, if it is the one that you imported last
          </Checkbox>
        </div>
      )}
    </>
  );
}
