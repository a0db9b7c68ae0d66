import { writeShown, type SettingGroup } from "#shop/office/settings/setting-fields.ts";

/** What the fields of a group show, which is what holds: what the environment sets, else what the desk did, else the standard. */
export function groupValues(
  { fields }: SettingGroup,
  stored: Record<string, string>,
  fromEnvironment: Record<string, string>,
): Record<string, string> {
  const shown = fields.map((field): [string, string] => {
    const { name, unset } = field;
    return [name, writeShown(field, fromEnvironment[name] ?? stored[name] ?? unset ?? "")];
  });
  return Object.fromEntries(shown);
}
