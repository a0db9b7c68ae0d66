import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import type { Quotation } from "#shop/sales/quotations/quotation.ts";
import { findQuotation, lockQuotation } from "#shop/sales/quotations/quotations.server.ts";
import type { Services } from "#shop/services.ts";

/** The subject of a quotation in the audit log. */
export const subjectOf = (id: number) => `quotation ${id}`;

/** Finds a quotation, or refuses the form. */
export async function findIt({ db, settings }: Pick<Services, "db" | "settings">, id: number): Promise<Quotation> {
  const found = await findQuotation(db, id, settings.quotations.discounts);
  if (!found) throw new ActionRefused("This quotation no longer exists: somebody has deleted it.");
  return found;
}

/** Locks a quotation, or refuses the form. */
export async function hold(db: Services["db"], id: number) {
  const held = await lockQuotation(db, id);
  if (!held) throw new ActionRefused("This quotation no longer exists: somebody has deleted it.");
  return held;
}

/** Locks a draft, or refuses the form. */
export async function holdDraft(db: Services["db"], id: number) {
  if (!(await hold(db, id)).isDraft)
    throw new ActionRefused("This quotation was sent meanwhile. Take it back to a draft to change it.");
}
