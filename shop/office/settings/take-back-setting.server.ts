import { z } from "zod";

import type { Change, Kept, NamedChange, TakeBack } from "#shop/kernel/audit-log/change.ts";
import { readSettings } from "./changeable-settings.ts";
import { holdStoredSettings, saveSettings } from "./stored-settings.server.ts";

const made = z.object({ value: z.string() }).nullable();
const valueOf = (fields: unknown) => made.parse(fields)?.value ?? "";

/** A setting as the record has it; null for one that the desk does not make. */
export function settingFields(value: string): { value: string } | null {
  return value === "" ? null : { value };
}

/** Settings become what they were. All of them, or none when together they could not be used. */
export const takeBackSettings: TakeBack = async ({ db, settings }, changes, at) => {
  const stored = await holdStoredSettings(db);
  const done: Change[] = [];
  const kept: Kept[] = [];
  const values: Record<string, string> = {};
  for (const { kind, key, name, before, after } of changes) {
    const now = stored[key] ?? "";
    if (now !== valueOf(after)) {
      kept.push({ kind, key, why: `“${name}” was changed since` });
      continue;
    }
    values[key] = valueOf(before);
    done.push({ kind, key, before: settingFields(now), after: settingFields(values[key]) });
  }
  if (!readSettings({ ...stored, ...values, ...settings.fromEnvironment }).ok) {
    const unfit = changes.filter(({ key }) => Object.hasOwn(values, key));
    const why = ({ kind, key, name }: NamedChange): Kept => ({
      kind,
      key,
      why: `“${name}” would not fit the other settings`,
    });
    return { done: [], kept: [...kept, ...unfit.map(why)] };
  }
  await saveSettings(db, values, at);
  return { done, kept };
};
