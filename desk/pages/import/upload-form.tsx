import { useState, type ChangeEvent } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { kinds } from "./kinds.ts";

const exampleTable = `isbn,title,authors,publisher,format,language,mrp,price,copies
9780143449348,Godaan,Premchand,Penguin Books India,paperback,en,399,359,4`;

/**
 * Form that uploads a file with its kind. The browser submits the form without a script, so that it shows its own
 * progress.
 */
export function UploadForm({ trouble, maxBytes }: { trouble: ActionError | null; maxBytes: number }) {
  const [tooLarge, setTooLarge] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const look = (event: ChangeEvent<HTMLInputElement>) => {
    setTooLarge((event.currentTarget.files?.[0]?.size ?? 0) > maxBytes);
  };
  const gigabytes = Math.round(maxBytes / 1024 ** 3);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      reloadDocument
      className="desk-card mt-4 grid gap-4 p-4"
      onSubmit={() => setIsSending(true)}
    >
      <div className="field-row sm:grid-cols-[2fr_1fr]">
        <TextField
          label="File"
          name="file"
          type="file"
          hint={`CSV, TSV or ONIX, plain, .gz or .zip; or a zip of covers, each named by its ISBN. At most ${gigabytes} GB.`}
          onChange={look}
          error={
            tooLarge
              ? `This file is larger than ${gigabytes} GB. The command line takes larger ones.`
              : trouble?.errors.upload
          }
        />
        <SelectField
          label="What is in it"
          name="kind"
          hint="A till’s file changes only prices and copies. “Books only to look up” adds no books: its data fills in the form when you add a book by its ISBN."
          defaultValue={trouble?.values.kind ?? "books"}
          error={trouble?.errors.kind}
        >
          <option value="books">{kinds.books.label}</option>
          <option value="lookup">{kinds.lookup.label}</option>
          <option value="stock">{kinds.stock.label}</option>
          <option value="covers">{kinds.covers.label}</option>
        </SelectField>
      </div>
      <p className="max-w-measure text-quiet">
        This step changes nothing yet: you first see how the file is read and what it would change.
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          The format of a table of books
        </summary>
        <div className="grid max-w-measure gap-2">
          <p>
            The first line names the columns, in any order; many names that other shops and tills use are understood
            too. Each line below is a book. A new book needs an ISBN (or a reference of your own), a title and an MRP.
            Values without a column are not changed.
          </p>
          <pre className="rounded-sm border border-line bg-sunk p-3 text-small break-words whitespace-pre-wrap">
            {exampleTable}
          </pre>
        </div>
      </details>
      <p className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="import.upload" disabled={tooLarge}>
          Read the file
        </Button>
        <span role="status">
          {isSending && "The file is being uploaded. Keep this page open until it is finished."}
        </span>
      </p>
    </Form>
  );
}
