import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isSettingName } from "./changeable-settings.ts";

/** Reads the settings made at the desk, by name, as the environment would contain them. */
export async function readStoredSettings(db: Db): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; value: string }>(
    sql`select name, value from shop_settings order by name`,
  );
  return Object.fromEntries(rows.filter(({ name }) => isSettingName(name)).map(({ name, value }) => [name, value]));
}

/** Reads the settings made at the desk and locks them against changes until the transaction ends. */
export async function holdStoredSettings(tx: Db): Promise<Record<string, string>> {
  await tx.execute(sql`lock table shop_settings in share row exclusive mode`);
  return readStoredSettings(tx);
}

/**
 * Saves settings of the desk; an empty value deletes one. The trigger `shop_settings_changed` notifies every process.
 */
export async function saveSettings(tx: Db, values: Record<string, string>, now: Date): Promise<void> {
  const kept = Object.entries(values).filter(([, value]) => value !== "");
  const gone = Object.entries(values).flatMap(([name, value]) => (value === "" ? [name] : []));
  await tx.execute(sql`
    with gone as (delete from shop_settings where name = any(${gone}::text[]))
    insert into shop_settings (name, value, changed_at)
    select name, value, ${now.toISOString()}::timestamptz
    from unnest(${kept.map(([name]) => name)}::text[], ${kept.map(([, value]) => value)}::text[]) as set (name, value)
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at
      where shop_settings.value <> excluded.value`);
}

/** Sets a new shop to "not open yet", unless it already has books, staff or settings. */
export async function beginNotOpen(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    insert into shop_settings (name, value, changed_at)
    select 'SHOP_STATE', 'not-open', ${now.toISOString()}::timestamptz
    where not exists (select from books) and not exists (select from staff) and not exists (select from shop_settings)`);
}
