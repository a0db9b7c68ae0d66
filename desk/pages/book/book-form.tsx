import type { ActionError } from "#desk/http/action-error.ts";
import type { DeskBook, CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import type { BookValues, FormField } from "#shop/catalogue/editing/form/book-values.ts";
import { Button } from "#ui/button.tsx";
import { BookFields } from "./book-fields.tsx";
import { PreviewedForm } from "./previewed-form.tsx";

interface BookFormProps {
  fields: FormField[];
  book: DeskBook;
  categories: CategoryPath[];
  /** The URL of the book's page in the shop. */
  url: string;
  shopName: string;
  /** The submitted values, after an error or for a preview. */
  typed: BookValues | null;
  trouble: ActionError | null;
}

/** The form of a book, with a preview. */
export function BookForm({ fields, book, categories, url, shopName, typed, trouble }: BookFormProps) {
  const { id, coverKey, onHand, reserved, version } = book;
  const values = typed ?? book.values;
  return (
    <PreviewedForm values={values} book={{ id, coverKey, available: onHand - reserved }} url={url} shopName={shopName}>
      <input type="hidden" name="book" value={id} />
      <input type="hidden" name="version" value={version} />
      <BookFields
        fields={fields}
        values={values}
        errors={trouble?.errors ?? {}}
        categories={categories}
        isbnBooks={trouble?.books?.mayBe.isbn}
      />
      <p className="desk-save">
        <Button name="intent" value="books.save">
          Save
        </Button>
        <Button variant="outline" name="intent" value="books.preview" formNoValidate>
          Preview
        </Button>
      </p>
    </PreviewedForm>
  );
}
