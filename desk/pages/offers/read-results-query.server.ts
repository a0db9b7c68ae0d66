import { data } from "react-router";

import type { Services } from "#shop/services.ts";
import { findStoredBundle } from "#shop/catalogue/books/save-bundle.server.ts";
import { readReportDays } from "#shop/kernel/dates/report-days.ts";
import type { OfferKey } from "#shop/sales/pricing/offer-results.server.ts";
import { findPromotion } from "#shop/sales/pricing/save-promotion.server.ts";

/**
 * Reads the offer and the period of a report from the URL. `known` is null for a report of all offers. Throws 404 for
 * an unknown offer.
 */
export async function readResultsQuery({ db, now }: Pick<Services, "db" | "now">, url: string) {
  const query = new URL(url).searchParams;
  const text = (name: string) => query.get(name)?.replaceAll("\0", "").slice(0, 120) ?? null;
  const days = readReportDays(query, now());
  const [code, bundle] = [text("code"), text("bundle")];
  if (code === null && bundle === null) return { known: null, days };
  const known = code === null ? await findBundle(db, bundle ?? "") : await findCode(db, code);
  if (!known) throw data("There is no such offer.", { status: 404 });
  return { known, days };
}

async function findCode(db: Services["db"], code: string) {
  if (!(await findPromotion(db, code))) return null;
  return { offer: { kind: "promotion", source: code } satisfies OfferKey, name: `the code ${code}`, asked: { code } };
}

async function findBundle(db: Services["db"], id: string) {
  const bundle = await findStoredBundle(db, id);
  if (!bundle) return null;
  return {
    offer: { kind: "bundle", source: bundle.id } satisfies OfferKey,
    name: bundle.name,
    asked: { bundle: bundle.id },
  };
}
