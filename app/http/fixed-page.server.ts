import type { ContentPage } from "#app/content/content-page.ts";
import { fixedPages, withOriginal, writeFixedPage, type FixedPageId } from "#app/content/fixed-pages/fixed-pages.ts";
import { mentionsOffers } from "#app/content/page-fields.ts";
import { findWrittenWords } from "#shop/office/pages/pages.server.ts";
import type { Services } from "#shop/services.ts";
import { readPageFacts } from "./page-facts.server.ts";

/** Reads a page that every shop has, with its canonical URL. */
export async function readFixedPage(services: Services, id: FixedPageId): Promise<{ page: ContentPage; url: string }> {
  const written = await findWrittenWords(services.db, id);
  const original = fixedPages[id];
  const { lead, text } = written ?? original;
  const withOffers = mentionsOffers({ lead, text: withOriginal(text, original.text) });
  const page = writeFixedPage(id, written, await readPageFacts(services, { withOffers }));
  return { page, url: `${services.settings.publicUrl}/${id}` };
}
