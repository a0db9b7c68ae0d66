/** The table of delivery rates: weights in one row, then each zone with its prices. Works without scripts. */
import { useState } from "react";
import { useLoaderData } from "react-router";

import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { ratesFields, readDraft, type RatesDraft } from "#shop/office/settings/rates/rates-draft.ts";
import { arrangeRates, readRows, type ZoneRow } from "#shop/office/settings/rates/rates-fields.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";
import { SettingFieldset } from "./setting-fieldset.tsx";

/** As many columns as fit: a weight or a price in each. */
const columns = "field-row grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]";

interface RatesSettingProps {
  name: string;
  label: string;
  hint: string;
  /** The setting's value, a line of weights and a line for each zone; empty if there is no table yet. */
  value: string;
  isLocked: boolean;
  /** The fields and errors of a rejected form. */
  typed: Record<string, string> | null;
  errors: Record<string, string>;
}

export function RatesSetting({ name, label, hint, value, isLocked, typed, errors }: RatesSettingProps) {
  const { suggestedRates } = useLoaderData() as { suggestedRates: RatesDraft };
  const error = errors[name];
  const isTyped = typed !== null && `${name}.${ratesFields.step}` in typed;
  const shown = isTyped ? readRows(name, typed) : arrangeRates(value === "" ? suggestedRates : readDraft(value));
  const [weights, setWeights] = useState(shown.weights);
  const [step, setStep] = useState(shown.step);
  const isScripted = useIsScripted();
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(name));
  return (
    <SettingFieldset name={name} label={label} hint={hint} error={error}>
      {isLocked && <input type="hidden" name={name} value={value} />}
      {isLocked ? (
        <p className="mt-2 whitespace-pre-line">{value || "None"}</p>
      ) : (
        <details open={value !== "" || hasErrors}>
          <summary className="inline-flex min-h-11 items-center font-semibold text-action">
            {value === "" ? "Fill in the table" : "The table"}
          </summary>
          {value === "" && (
            <p className="max-w-measure text-small text-quiet">
              The zones are suggestions from your address. Change, add or remove any, and write your prices.
            </p>
          )}
          <p className="max-w-measure text-small text-quiet">
            The PIN codes of a zone are their first digits, such as 411 412. One zone has none, for all others.
          </p>
          <div className={`mt-3 ${columns}`}>
            {shown.weights.map((weight, place) => (
              <TextField
                key={place}
                label={<>Up to, grams{<span className="sr-only">, weight {place + 1}</span>}</>}
                name={`${name}.${ratesFields.weight(place)}`}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={weight}
                error={errors[`${name}.${ratesFields.weight(place)}`]}
                onChange={({ currentTarget }) => setWeights(weights.with(place, currentTarget.value.trim()))}
              />
            ))}
            <TextField
              label="Each further, grams"
              name={`${name}.${ratesFields.step}`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={shown.step}
              error={errors[`${name}.${ratesFields.step}`]}
              onChange={({ currentTarget }) => setStep(currentTarget.value.trim())}
            />
          </div>
          {shown.zones.map((zone, row) => (
            <Zone key={row} {...{ name, row, zone, weights, step, isScripted, errors }} />
          ))}
        </details>
      )}
    </SettingFieldset>
  );
}

interface ZoneProps {
  /** The name of the setting. */
  name: string;
  row: number;
  zone: ZoneRow;
  /** The weights and the step as they are typed. */
  weights: string[];
  step: string;
  /** Whether the fields follow what is typed: then those of weights without a number are hidden. */
  isScripted: boolean;
  errors: Record<string, string>;
}

/** A zone: its name and PIN codes, and below them its prices. */
function Zone({ name, row, zone, weights, step, isScripted, errors }: ZoneProps) {
  const isNew = zone.name === "" && zone.pins === "" && zone.prices.every((price) => price === "");
  const about = (field: string) => {
    const full = `${name}.${field}`;
    return { name: full, error: errors[full], autoComplete: "off" };
  };
  return (
    <div
      role="group"
      aria-label={isNew ? `Another zone, row ${row + 1}` : `Zone ${row + 1}, ${zone.name}`}
      className="mt-5 grid gap-3 border-t border-line pt-4"
    >
      <div className="field-row sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <TextField
          label={isNew ? "Another zone" : "Zone"}
          defaultValue={zone.name}
          {...about(ratesFields.zone(row, "name"))}
        />
        <TextField label="PIN codes" defaultValue={zone.pins} {...about(ratesFields.zone(row, "pins"))} />
      </div>
      <div className={`[&>div:has(>[data-unused])]:hidden ${columns}`}>
        {weights.map((weight, place) => (
          <TextField
            key={place}
            label={weight === "" ? `₹, weight ${place + 1}` : `₹ up to ${weight}\u00a0g`}
            inputMode="decimal"
            data-unused={isScripted && weight === "" && !zone.prices[place] ? true : undefined}
            defaultValue={zone.prices[place] ?? ""}
            {...about(ratesFields.price(row, place))}
          />
        ))}
        <TextField
          label={step === "" ? "₹ above" : `₹ each further ${step}\u00a0g`}
          inputMode="decimal"
          defaultValue={zone.stepPrice}
          {...about(ratesFields.zone(row, "stepPrice"))}
        />
        <TextField
          label="Free from, ₹"
          inputMode="decimal"
          defaultValue={zone.freeFrom}
          {...about(ratesFields.zone(row, "freeFrom"))}
        />
      </div>
      {!isNew && (
        <Checkbox name={`${name}.${ratesFields.zone(row, "remove")}`} value="yes" defaultChecked={zone.isRemoved}>
          Remove{<span className="sr-only"> {zone.name}</span>}
        </Checkbox>
      )}
    </div>
  );
}
