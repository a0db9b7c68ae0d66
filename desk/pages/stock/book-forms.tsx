/** The three forms of a book's stock page: copies on hand, low-stock level, and place in the shop. */

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { BookStock } from "#shop/office/stock-room/book-stock.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface BookFormProps {
  book: BookStock;
  trouble: ActionError | null;
}

/** Corrects the number of copies, with a reason. */
export function CorrectionForm({ book: { bookId, onHand, soldOnShelf, waiting }, trouble }: BookFormProps) {
  return (
    <section aria-labelledby="correct" className="desk-card flex flex-col p-4">
      <h2 id="correct" className="text-title">
        Correct the copies
      </h2>
      <Form method="post" className="mt-3 flex grow flex-col gap-3">
        <input type="hidden" name="book" value={bookId} />
        <input type="hidden" name="was" value={onHand} />
        <TextField
          label="Copies on hand"
          hint={
            soldOnShelf > 0
              ? `Count the shelf and subtract ${soldOnShelf}: ${soldOnShelf === 1 ? "it is" : "they are"} sold, but in no parcel yet.`
              : undefined
          }
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.copies ?? String(onHand)}
          error={trouble?.errors.copies}
        />
        <TextField
          label="Reason"
          name="reason"
          required
          placeholder="Damaged by water"
          defaultValue={trouble?.values.reason ?? ""}
          error={trouble?.errors.reason}
        />
        {waiting > 0 && (
          <p className="text-small text-quiet">
            {formatCount(waiting, "reader waits", "readers wait")} for it and will get an e-mail if a copy is for sale.
            This cannot be undone.
          </p>
        )}
        <p className="mt-auto">
          <Button name="intent" value="stock.correct">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}

/** Sets the number of copies at which the book counts as low. */
export function LevelForm({ book: { bookId, lowLevel, shopLevel }, trouble }: BookFormProps) {
  const level = lowLevel === null ? "" : String(lowLevel);
  return (
    <section aria-labelledby="level" className="desk-card flex flex-col p-4">
      <h2 id="level" className="text-title">
        Low-stock level
      </h2>
      <Form method="post" className="mt-3 flex grow flex-col gap-3">
        <input type="hidden" name="book" value={bookId} />
        <input type="hidden" name="wasLevel" value={level} />
        <TextField
          label="Low-stock level, in copies"
          isOptional
          hint={`Left empty: the shop’s level, ${formatCount(shopLevel, "copy", "copies")}`}
          name="level"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.level ?? level}
          error={trouble?.errors.level}
        />
        <p className="mt-auto">
          <Button variant="outline" name="intent" value="stock.set-level">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}

/** Sets the book's place in the shop, by which pick lists are sorted. */
export function PlaceForm({ book: { bookId, place }, trouble }: BookFormProps) {
  return (
    <section aria-labelledby="place" className="desk-card flex flex-col p-4">
      <h2 id="place" className="text-title">
        Place
      </h2>
      <Form method="post" className="mt-3 flex grow flex-col gap-3">
        <input type="hidden" name="book" value={bookId} />
        <input type="hidden" name="wasPlace" value={place} />
        <TextField
          label="Place in the shop"
          isOptional
          hint="Such as “A3, left”. Pick lists are sorted by place."
          name="place"
          autoComplete="off"
          defaultValue={trouble?.values.place ?? place}
          error={trouble?.errors.place}
        />
        <p className="mt-auto">
          <Button variant="outline" name="intent" value="stock.set-place">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}
