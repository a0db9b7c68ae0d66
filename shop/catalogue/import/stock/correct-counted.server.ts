/** Corrects the copies of books that the shop has by those of a file of books. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Db } from "#db/connect.ts";
import { changeOf } from "#shop/catalogue/records/entity.ts";
import type { BatchPlan, PlanOptions } from "#shop/catalogue/records/plan/batch-plan.ts";
import { mend } from "#shop/catalogue/records/plan/plan-report.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { noteListings, saveChanges } from "#shop/catalogue/records/write/write-batch.server.ts";
import { addShelves, correctCopies, lockShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import type { Correction, Shelf } from "#shop/catalogue/stock/shelf.ts";

type HowCounted = NonNullable<PlanOptions["knownCopies"]>;

/** Plans the corrections of a batch and adds them to its counts; the copies never fall below the reserved ones. */
export function planCounted(plan: BatchPlan, shelves: Shelf[], how: HowCounted): Correction[] {
  const { counted, counts, known } = plan;
  return shelves.flatMap(({ bookId, onHand, reserved }) => {
    const { record, copies } = requiredValue(counted, bookId);
    const willBe = how === "add" ? onHand + copies : Math.max(copies, reserved);
    if (how === "set" && copies < reserved)
      mend(
        plan,
        record,
        "copies",
        `Orders have reserved ${formatCount(reserved, "copy", "copies")}, but the file counts ${copies}: the stock is ${reserved}.`,
      );
    const delta = willBe - onHand;
    if (delta === 0) return [];
    counts[delta > 0 ? "copiesMore" : "copiesFewer"] += Math.abs(delta);
    const book = requiredValue(known.books, bookId);
    if (!changeOf(book) && !changeOf(requiredValue(known.works, textIn(book.now, "work_id")))) {
      counts.unchanged -= 1;
      counts.changed += 1;
    }
    return [{ bookId, delta }];
  });
}

/** Corrects the copies of a written batch, so that the undo of the import reverts them. */
export async function correctCounted(
  tx: Db,
  plan: BatchPlan,
  { importId, how, now }: { importId: number; how: HowCounted; now: Date },
): Promise<void> {
  const bookIds = [...plan.counted.keys()];
  if (bookIds.length === 0) return;
  await addShelves(tx, bookIds);
  const corrections = planCounted(plan, await lockShelves(tx, bookIds), how);
  await correctCopies(tx, corrections, { importId, now });
  const corrected = corrections.map(({ bookId }) => bookId);
  // Copies are restored from their stock moves; the row says which books have some.
  await saveChanges(
    tx,
    importId,
    corrected.map((id) => ({ record: "book", id, before: { field_origins: {} as never }, after: {} })),
  );
  await noteListings(
    tx,
    corrected.map((id) => textIn(requiredValue(plan.known.books, id).now, "work_id")),
  );
}
