import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { saveSettings } from "#shop/office/settings/stored-settings.server.ts";

/** The shop's pages on social networks in the demonstration, as sample content. */
const links = {
  SOCIAL_INSTAGRAM: "https://www.instagram.com/endpaper.example",
  SOCIAL_FACEBOOK: "https://www.facebook.com/endpaper.example",
  SOCIAL_YOUTUBE: "https://www.youtube.com/@endpaper.example",
};

/** Saves the sample pages on social networks, which the footer links to. */
export async function saveDemoLinks(tx: Db, now: Date): Promise<void> {
  await saveSettings(tx, links, now);
}

/** Deletes the sample pages, except those that an owner replaced. */
export async function deleteDemoLinks(tx: Db): Promise<void> {
  await tx.execute(sql`
    delete from shop_settings where (name, value) in (
      select name, value from unnest(${Object.keys(links)}::text[], ${Object.values(links)}::text[]) as sample (name, value))`);
}
