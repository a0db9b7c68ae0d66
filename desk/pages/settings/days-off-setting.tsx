/** The shop's days off: ticks for India's holidays, and rows for other days. Works without scripts. */
import { useState } from "react";
import { useLoaderData } from "react-router";

import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { movableUntil, type Holiday } from "#shop/kernel/regions/indian-holidays.ts";
import { arrangeDaysOff, daysOffFields, readRows, type DaysOffRow } from "#shop/office/settings/days-off-fields.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";
import { SettingFieldset } from "./setting-fieldset.tsx";

interface DaysOffSettingProps {
  name: string;
  label: string;
  hint: string;
  /** The setting's value, a line for each day or period. */
  value: string;
  isLocked: boolean;
  /** The fields and errors of a rejected form. */
  typed: Record<string, string> | null;
  errors: Record<string, string>;
}

export function DaysOffSetting({ name, label, hint, value, isLocked, typed, errors }: DaysOffSettingProps) {
  const { holidays, today } = useLoaderData() as { holidays: Holiday[]; today: string };
  const error = errors[name];
  const { over, ticked, rows } = arrangeDaysOff(value.split("\n"), holidays, today);
  return (
    <SettingFieldset name={name} label={label} hint={hint} error={error}>
      {/* Days that are over have no field of their own, and values of the environment have none at all. */}
      <input type="hidden" name={name} value={isLocked ? value : over.join("; ")} />
      {isLocked ? (
        <p className="mt-2 whitespace-pre-line">{value || "None"}</p>
      ) : (
        <>
          {[...Map.groupBy(holidays, ({ on }) => on.slice(0, 4))].map(([year, ofYear]) => (
            <HolidaysOfYear key={year} name={name} year={year} holidays={ofYear} ticked={ticked} />
          ))}
          {(typed ? readRows(name, typed) : rows).map((row, index) => (
            <OwnDays key={index} name={name} index={index} row={row} errors={errors} />
          ))}
        </>
      )}
    </SettingFieldset>
  );
}

interface HolidaysProps {
  /** The name of the setting. */
  name: string;
  year: string;
  holidays: Holiday[];
  /** The lines of the ticked ones. */
  ticked: string[];
}

function HolidaysOfYear({ name, year, holidays, ticked }: HolidaysProps) {
  const lines = holidays.map((holiday) => ({ ...holiday, line: `${holiday.on} ${holiday.name}` }));
  const [count, setCount] = useState(lines.filter(({ line }) => ticked.includes(line)).length);
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Holidays of {year}: {count > 0 ? `${count} ticked` : "none ticked"}
      </summary>
      {year > movableUntil.slice(0, 4) ? (
        <p className="max-w-measure text-small text-quiet">
          Days that follow the moon or the sun, such as Diwali, are not known yet for {year}. Add them below.
        </p>
      ) : holidays.some(({ isMovable }) => isMovable) ? (
        <p className="max-w-measure text-small text-quiet">
          Days with “check the date” follow the moon or the sun. They are calculated, and may be a day earlier or later:
          compare them with your state’s list of holidays.
        </p>
      ) : null}
      <ul
        className="mt-1 gap-x-6 sm:columns-2"
        onChange={(event) => setCount(event.currentTarget.querySelectorAll(":checked").length)}
      >
        {lines.map(({ line, on, name: holiday, isMovable }) => (
          <li key={line} className="break-inside-avoid">
            <Checkbox name={daysOffFields.holiday(name, line)} value={line} defaultChecked={ticked.includes(line)}>
              <span className="flex gap-x-2">
                <time dateTime={on} className="w-24 shrink-0 tabular-nums">
                  {nameDay(on)}
                </time>{" "}
                <span>
                  {holiday}
                  {isMovable && <span className="text-small whitespace-nowrap text-quiet"> (check the date)</span>}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface OwnDaysProps {
  name: string;
  index: number;
  row: DaysOffRow;
  errors: Record<string, string>;
}

/** A row of other days off. */
function OwnDays({ name, index, row, errors }: OwnDaysProps) {
  const fields = { from: daysOffFields.from(name, index), to: daysOffFields.to(name, index) };
  const reason = daysOffFields.reason(name, index);
  const isNew = row.from === "" && row.to === "" && row.reason === "";
  return (
    <div
      role="group"
      aria-label={isNew ? `More days off, row ${index + 1}` : `Days off, row ${index + 1}`}
      className="mt-4 grid gap-x-4 gap-y-3 max-sm:border-t max-sm:border-line max-sm:pt-4 sm:grid-cols-2 xl:grid-cols-[11.5rem_11.5rem_minmax(0,1fr)_6.5rem]"
    >
      <TextField label="First day" name={fields.from} type="date" defaultValue={row.from} error={errors[fields.from]} />
      <TextField label="Last day" name={fields.to} type="date" defaultValue={row.to} error={errors[fields.to]} />
      <TextField
        label="Reason"
        name={reason}
        maxLength={60}
        defaultValue={row.reason}
        error={errors[reason]}
        autoComplete="off"
      />
      {!isNew && (
        <div className="sm:pt-7">
          <Checkbox name={daysOffFields.remove(name, index)} value="yes" defaultChecked={row.isRemoved}>
            Remove
          </Checkbox>
        </div>
      )}
    </div>
  );
}
