/** The form of one group of settings, with a field for each kind of setting. */

import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import {
  readTyped,
  weekdayField,
  writeShown,
  type SettingField,
  type SettingGroup,
} from "#shop/office/settings/setting-fields.ts";
import { readWeekdays, weekdayNames } from "#shop/kernel/regions/working-days.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { DaysOffSetting } from "./days-off-setting.tsx";
import { RatesSetting } from "./rates-setting.tsx";
import { lockedBy, SettingPicture } from "./setting-picture.tsx";

interface SettingsFormProps {
  group: SettingGroup & {
    /** Effective values by field name. */
    values: Record<string, string>;
    /** Names of the settings that the environment sets. */
    locked: string[];
    /**
     * Why a saved value is not used, by the name of the setting. The text continues a sentence that begins with "it".
     */
    ignored: Record<string, string>;
  };
  trouble: ActionError | null;
}

export function SettingsForm({ group, trouble }: SettingsFormProps) {
  const { id, title, words, fields, values, locked, ignored } = group;
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  const typed = trouble && { ...trouble.values, ...typedValues(group, trouble.values) };
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6 lg:first:border-t-0 lg:first:pt-0">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {words && <p className="mt-1 max-w-measure text-quiet">{words}</p>}
      <BothVersions trouble={trouble && typed && { ...trouble, values: typed }} now={values} labels={labels} />
      <Form
        method="post"
        encType={fields.some(({ kind }) => kind === "picture") ? "multipart/form-data" : undefined}
        key={JSON.stringify(values)}
        className="field-row mt-4 sm:grid-cols-2"
      >
        <input type="hidden" name="group" value={id} />
        <input type="hidden" name="was" value={JSON.stringify(values)} />
        {fields.map((field) => (
          <Setting
            key={field.name}
            field={field}
            holds={values[field.name] ?? ""}
            typed={locked.includes(field.name) ? undefined : typed?.[field.name]}
            isLocked={locked.includes(field.name)}
            error={trouble ? trouble.errors[field.name] : describeIgnored(ignored[field.name])}
            trouble={trouble}
          />
        ))}
        {trouble?.errors.sampleSeller && (
          <div className="sm:col-span-2">
            <Checkbox name="sampleSeller" value="yes">
              Open with these bills all the same
            </Checkbox>
          </div>
        )}
        {locked.length < fields.length && (
          <p className="sm:col-span-2">
            <Button name="intent" value="settings.save">
              Save<span className="sr-only"> {title}</span>
            </Button>
          </p>
        )}
      </Form>
    </section>
  );
}

interface SettingProps {
  field: SettingField;
  /** The effective value, as the field shows it. */
  holds: string;
  /** The typed value of a rejected form. */
  typed: string | undefined;
  isLocked: boolean;
  error: string | undefined;
  /** The rejected form, for a setting with several fields. */
  trouble: ActionError | null;
}

/** The values of fields with several inputs as the form shows them; the others stay as typed. */
function typedValues(group: SettingGroup, given: Record<string, string>): Record<string, string> {
  const read = readTyped(group, given);
  return Object.fromEntries(
    group.fields.flatMap((field) =>
      field.kind === "weekdays" || field.kind === "days-off" || field.kind === "rates"
        ? [[field.name, writeShown(field, read[field.name] ?? "")]]
        : [],
    ),
  );
}

function Setting({ field, holds, typed, isLocked, error, trouble }: SettingProps) {
  const { name, label, hint, kind } = field;
  const words = isLocked ? lockedBy(name) : [hint, describeDefault(field, holds)].filter(Boolean).join(". ");
  const value = typed ?? holds;
  // Values that the environment sets are sent too, because the optimistic lock compares all values of the group.
  const shared = {
    label,
    name,
    // The search links to a field by its name.
    id: name,
    error,
    readOnly: isLocked,
    className: isLocked ? "border-dashed bg-sunk" : "",
    defaultValue: value,
    ...(words && { hint: words }),
  };
  if (kind === "weekdays")
    return <Weekdays field={field} value={value} isLocked={isLocked} words={words} error={error} />;
  if (kind === "days-off" || kind === "rates") {
    const Rows = kind === "rates" ? RatesSetting : DaysOffSetting;
    return (
      <Rows
        name={name}
        label={label}
        hint={words}
        value={value}
        isLocked={isLocked}
        typed={trouble?.values ?? null}
        errors={trouble?.errors ?? (error ? { [name]: error } : {})}
      />
    );
  }
  if (kind === "long" || kind === "lines")
    return (
      <div className="sm:col-span-2">
        <TextArea
          {...shared}
          className={`field-sizing-content ${shared.className}`}
          rows={kind === "long" && value === "" ? 2 : 3}
        />
      </div>
    );
  if (kind === "picture")
    return (
      <div className="sm:col-span-2">
        <SettingPicture {...{ field, value, isLocked, error }} />
      </div>
    );
  if (kind === "day") return <TextField {...shared} type="date" />;
  const options = optionsOf(field);
  if (options && !isLocked) {
    return (
      <SelectField
        label={label}
        name={name}
        id={name}
        error={error}
        defaultValue={value}
        {...(words && { hint: words })}
      >
        {options.map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  }
  return <TextField {...shared} autoComplete="off" />;
}

interface WeekdaysProps extends Pick<SettingProps, "field" | "isLocked" | "error"> {
  value: string;
  words: string;
}

function Weekdays({ field: { name, label }, value, isLocked, words, error }: WeekdaysProps) {
  const days = readWeekdays(value) ?? [];
  const id = `${name}-words`;
  return (
    <fieldset
      id={name}
      className="sm:col-span-2"
      aria-describedby={words ? id : undefined}
      aria-invalid={error ? true : undefined}
      // Focusable, because the first field with an error gets the focus.
      tabIndex={error ? -1 : undefined}
    >
      <legend className="font-semibold">{label}</legend>
      {words && (
        <p id={id} className="text-small text-quiet">
          {words}
        </p>
      )}
      {/* The value if the environment sets it; otherwise `none`, which is rejected unless a day is ticked. */}
      <input type="hidden" name={name} value={isLocked ? value : "none"} />
      <div className="flex flex-wrap gap-x-5">
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <Checkbox
            key={day}
            name={weekdayField(name, day)}
            value="yes"
            defaultChecked={days.includes(day)}
            disabled={isLocked}
          >
            {weekdayNames[day]}
          </Checkbox>
        ))}
      </div>
      {error && <p className="text-small font-semibold text-vermilion">{error}</p>}
    </fieldset>
  );
}

function optionsOf({ kind, options }: SettingField): [code: string, words: string][] | null {
  if (options) return options;
  if (kind === "state") return indianStates.map(({ code, name }) => [code, name]);
  if (kind !== "yes-no") return null;
  return [
    ["yes", "Yes"],
    ["no", "No"],
  ];
}

/** Says what the default is, if another value is used; null otherwise, and for a choice, which lists it. */
function describeDefault(field: SettingField, holds: string): string | null {
  const { unset, kind } = field;
  if (unset === null || optionsOf(field) || holds === writeShown(field, unset)) return null;
  if (kind === "rupees") return `Default: ${formatPaise(readRupees(unset) ?? 0)}`;
  return `Default: ${unset}`;
}

function describeIgnored(why: string | undefined): string | undefined {
  return why && `This was saved but cannot be used: it ${why}. The default is used instead.`;
}
