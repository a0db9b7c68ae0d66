import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { knownBooks } from "#desk/http/books/book-choice.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";

interface AddBooksProps {
  /** The hidden field that names the draft, and its value. */
  draft: { name: "purchase" | "quotation"; id: number };
  /** The action that adds them. */
  intent: string;
  trouble: ActionError | null;
}

/** The two forms that fill a draft: one book by title or ISBN, and many pasted ISBNs. */
export function AddBooks({ draft, intent, trouble }: AddBooksProps) {
  const ofCodes = trouble && "codes" in trouble.values ? trouble : null;
  const ofBook = ofCodes ? null : trouble;
  const values = ofBook?.values ?? {};
  const book = { name: "book", values, books: knownBooks(ofBook, {}) };
  return (
    <section aria-labelledby="add" className="desk-card grid gap-4 p-4">
      <h2 id="add" className="text-title">
        Add books
      </h2>
      <Form method="post" className="field-row sm:grid-cols-[2fr_1fr_auto]">
        <input type="hidden" name={draft.name} value={draft.id} />
        <BookField label="Book" {...book} error={ofBook?.errors.book} />
        <TextField
          label="Copies"
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.copies ?? "1"}
          error={ofBook?.errors.copies}
        />
        <p>
          <Button name="intent" value={intent}>
            Add
          </Button>
        </p>
        <WhichBook {...book} />
      </Form>
      <details open={ofCodes !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">Paste many ISBNs</summary>
        <Form method="post" className="mt-2 grid gap-3" key={ofCodes?.values.once ?? "codes"}>
          <input type="hidden" name={draft.name} value={draft.id} />
          <TextArea
            label="ISBNs"
            hint="One on each line, with the copies after a comma: 9780143039648, 3. Without a number it is 1 copy."
            name="codes"
            rows={6}
            defaultValue={ofCodes?.values.codes ?? ""}
            error={ofCodes?.errors.codes}
          />
          <p>
            <Button variant="outline" name="intent" value={intent}>
              Add them
            </Button>
          </p>
        </Form>
      </details>
    </section>
  );
}
