import type { CoverDesign } from "#covers/draw-cover.ts";
import { drawnLayouts } from "#covers/drawn-layouts.ts";
import { palettes } from "#covers/palettes.ts";
import { planCover } from "#covers/plan-cover.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";

import { findDesignRecord, saveDesignRecord } from "./cover-design-record.server.ts";
import { designWorks } from "./cover-designs.server.ts";
import { findSubjectOfBook } from "./cover-subjects.server.ts";

/** The names of the layouts and inks of drawn covers. */
export const designNames = { layouts: Object.keys(drawnLayouts), inks: palettes.map(({ name }): string => name) };

/** Thrown if the layout or the inks do not exist; the message lists the valid names. */
export class UnknownDesignError extends Error {}

/**
 * Sets the layout or the inks, or both, of the drawn cover of all editions of a book; an omitted one keeps its value.
 * If both are omitted, the shop chooses a new design that differs from the neighbouring covers. Returns the design and
 * whether it changed, null if the book does not exist. `actor` is the name for the audit log. Throws
 * UnknownDesignError.
 */
export async function pinDesign(
  { db }: Pick<Services, "db">,
  bookId: string,
  { layout, inks }: Partial<CoverDesign>,
  actor: string,
): Promise<{ design: CoverDesign; isChanged: boolean } | null> {
  if (layout !== undefined && !designNames.layouts.includes(layout))
    throw new UnknownDesignError(
      `There is no layout ${layout}. Choose one of these: ${designNames.layouts.join(", ")}.`,
    );
  if (inks !== undefined && !designNames.inks.includes(inks))
    throw new UnknownDesignError(`There are no inks ${inks}. Choose one of these: ${designNames.inks.join(", ")}.`);
  return inTransaction(db, async (tx) => {
    const subject = await findSubjectOfBook(tx, bookId);
    if (!subject) return null;
    const before = await findDesignRecord(tx, subject.id);
    if (layout === undefined && inks === undefined) {
      await tx.execute(sql`delete from cover_designs where work_id = ${subject.id}`);
      await designWorks(tx, [subject.id]);
    } else {
      const now = planCover(subject);
      const design = { layout: layout ?? now.layout, inks: inks ?? now.plan.palette.name };
      await saveDesignRecord(tx, subject.id, { ...design, chosenBy: actor });
    }
    const after = (await findDesignRecord(tx, subject.id))!;
    const isChanged = changedFields(before, after) !== null;
    return { design: { layout: after.layout, inks: after.inks }, isChanged };
  });
}
