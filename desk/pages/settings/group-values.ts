import { writeShown, type SettingGroup } from "#shop/office/settings/setting-fields.ts";

/**
 * The effective values of a group's fields: from the environment, otherwise as saved at the desk, otherwise the
 * default.
 */
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
