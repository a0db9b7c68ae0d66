import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";

interface OrderNotesProps extends Pick<OrderRecord, "number" | "notes"> {
  trouble: ActionError | null;
}

/** Internal notes on an order, and the form for a new one. */
export function OrderNotes({ number, notes, trouble }: OrderNotesProps) {
  return (
    <section aria-labelledby="notes" className="max-w-measure min-w-0">
      <h2 id="notes" className="text-title">
        Notes
      </h2>
      <p className="mt-1 text-small text-quiet">Only staff see them.</p>
      {notes.length > 0 && (
        <ol className="mt-3 border-t border-line">
          {notes.map(({ at, by, words }) => (
            <li key={at + words} className="border-b border-line py-2">
              <p className="break-words whitespace-pre-line">{words}</p>
              <p className="text-small text-quiet">
                {by}, <time dateTime={at}>{longMoment(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {/* The key empties the form after its note is saved. */}
      <Form key={notes.length} method="post" className="mt-3 grid gap-3">
        <input type="hidden" name="order" value={number} />
        <TextArea
          label="New note"
          name="words"
          rows={2}
          maxLength={2000}
          defaultValue={trouble?.values.words ?? ""}
          error={trouble?.errors.words}
        />
        <p>
          <Button variant="outline" name="intent" value="orders.note">
            Add the note
          </Button>
        </p>
      </Form>
    </section>
  );
}
