import { useState } from "react";

import { Form } from "#desk/components/form.tsx";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import type { DeskBook, CategoryPath } from "#shop/books/desk-book.ts";
import type { BookValues } from "#shop/books/book-values.ts";
import { Button } from "#ui/button.tsx";
import { BookFields } from "./book-fields.tsx";
import { BookPreview } from "./book-preview.tsx";

interface BookFormProps {
  book: DeskBook;
  categories: CategoryPath[];
  /** The address of its page, and the shop that it belongs to. */
  url: string;
  shopName: string;
  /** What the form holds already, where it was sent before. */
  typed: BookValues | null;
  trouble: ActionTrouble | null;
}

/** Everything that is said of a book, beside what readers see of it, which follows every stroke where scripts run. */
export function BookForm({ book, categories, url, shopName, typed, trouble }: BookFormProps) {
  const [values, setValues] = useState<BookValues>(typed ?? book.values);
  const { id, coverKey, onHand, reserved } = book;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Form
        method="post"
        onInput={(event) => setValues(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)}
      >
        <input type="hidden" name="book" value={id} />
        <input type="hidden" name="version" value={book.version} />
        <BookFields values={typed ?? book.values} errors={trouble?.errors ?? {}} categories={categories} />
        <p className="desk-save">
          <Button name="intent" value="books.save">
            Save
          </Button>
          <Button variant="outline" name="intent" value="books.preview" formNoValidate>
            Preview
          </Button>
        </p>
      </Form>
      {/* Its card has forms of its own. */}
      <div className="lg:sticky lg:top-4">
        <BookPreview
          values={values}
          book={{ id, coverKey, available: onHand - reserved }}
          url={url}
          shopName={shopName}
        />
      </div>
    </div>
  );
}
