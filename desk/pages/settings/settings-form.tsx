import { Form } from "react-router";

import { BothVersions } from "#desk/components/both-versions.tsx";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { indianStates } from "#shop/places/indian-states.ts";
import type { SettingField, SettingGroup } from "#shop/settings/setting-fields.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";

interface SettingsFormProps {
  group: SettingGroup & {
    /** What the fields hold. */
    values: Record<string, string>;
    /** Names of those that the environment sets. */
    locked: string[];
  };
  trouble: ActionTrouble | null;
}

/** The settings of one group. */
export function SettingsForm({ group: { id, title, words, fields, values, locked }, trouble }: SettingsFormProps) {
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {words && <p className="mt-1 max-w-measure text-quiet">{words}</p>}
      <BothVersions trouble={trouble} now={values} labels={labels} />
      <Form method="post" key={JSON.stringify(values)} className="field-row mt-4 sm:grid-cols-2">
        <input type="hidden" name="group" value={id} />
        <input type="hidden" name="was" value={JSON.stringify(values)} />
        {fields.map((field) => (
          <Setting
            key={field.name}
            field={field}
            value={(locked.includes(field.name) ? null : trouble?.values[field.name]) ?? values[field.name] ?? ""}
            isLocked={locked.includes(field.name)}
            error={trouble?.errors[field.name]}
          />
        ))}
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
  value: string;
  isLocked: boolean;
  error: string | undefined;
}

function Setting({ field: { name, label, hint, unset, kind }, value, isLocked, error }: SettingProps) {
  const without = unset === null ? null : `Left empty: ${unset}`;
  const words = isLocked
    ? `Set by ${name} in the environment of the shop; it cannot be changed here.`
    : [hint, without].filter(Boolean).join(". ");
  // What is locked is sent along too, so that both versions can be compared.
  const shared = {
    label,
    name,
    error,
    readOnly: isLocked,
    className: isLocked ? "bg-sunk" : "",
    defaultValue: value,
    ...(words && { hint: words }),
  };
  if (kind === "long")
    return (
      <div className="sm:col-span-2">
        <TextArea {...shared} rows={6} />
      </div>
    );
  const options =
    kind === "state"
      ? indianStates.map(({ code, name }) => [code, name])
      : kind === "yes-no"
        ? [
            ["yes", "Yes"],
            ["no", "No"],
          ]
        : null;
  if (options && !isLocked) {
    const unsetLabel = options.find(([code]) => code === unset)?.[1];
    return (
      <SelectField label={label} name={name} error={error} defaultValue={value} {...(hint && { hint })}>
        <option value="">Not set: {unsetLabel}</option>
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
