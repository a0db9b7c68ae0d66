import type { SettingGroup } from "#shop/settings/setting-fields.ts";

/** What the fields of a group hold: of the environment what it sets, else what the desk set, else nothing. */
export function groupValues(
  { fields }: SettingGroup,
  stored: Record<string, string>,
  fromEnvironment: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, fromEnvironment[name] ?? stored[name] ?? ""]));
}
