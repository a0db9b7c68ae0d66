import type { Db } from "#db/connect.ts";
import { beginNotOpen } from "#shop/office/settings/stored-settings.server.ts";
import type { Config } from "./config/config.ts";
import { loadDemoCatalogue } from "./demo-catalogue.ts";
import { loadDemoChoices } from "./demo-choices.ts";
import { loadDemoOpenings } from "./demo-openings.ts";
import { loadDemoTranslations } from "./demo-translations.ts";

/**
 * Loads the demonstration into a new shop, and returns whether it did. A new shop without it is not open yet. Also
 * brings the demonstration of an older shop up to date.
 */
export async function fillCatalogue(db: Db, { hasDemonstration, desk }: Config): Promise<boolean> {
  if (hasDemonstration) return loadDemoCatalogue(db);
  // Without a desk the shop could not be opened.
  if (!desk.isDisabled) await beginNotOpen(db, new Date());
  await loadDemoTranslations(db);
  await loadDemoChoices(db);
  await loadDemoOpenings(db);
  return false;
}
