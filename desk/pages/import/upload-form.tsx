import { useState, type ChangeEvent } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

const exampleTable = `isbn,title,authors,publisher,format,language,mrp,price,copies
9780143449348,Godaan,Premchand,Penguin Books India,paperback,en,399,359,4`;

/**
 * Form that uploads a file; what is in it is guessed, and can be changed afterwards. The browser submits the form
 * without a script, so that it shows its own progress.
 */
export function UploadForm({ trouble, maxBytes }: { trouble: ActionError | null; maxBytes: number }) {
  const [tooLarge, setTooLarge] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const look = (event: ChangeEvent<HTMLInputElement>) => {
    const sizes = [...(event.currentTarget.files ?? [])].map(({ size }) => size);
    setTooLarge(sizes.reduce((sum, size) => sum + size, 0) > maxBytes);
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
      <div className="max-w-measure">
        <TextField
          label="File"
          name="file"
          type="file"
          multiple
          hint={`A table of books, of your till or of a supplier: Excel (.xlsx), CSV, TSV or ONIX, also .gz or .zip. Or covers, each named by its ISBN or your item code: pictures, or a zip of them. At most ${gigabytes} GB.`}
          onChange={look}
          error={
            tooLarge
              ? `This file is larger than ${gigabytes} GB. The command line takes larger ones.`
              : (trouble?.errors.upload ?? trouble?.errors.kind)
          }
        />
      </div>
      <p className="max-w-measure text-quiet">
        This changes nothing yet: you first see what is in the file, and what it would change.
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          The format of a table of books
        </summary>
        <div className="grid max-w-measure gap-2">
          <p>
            The first line names the columns, in any order; many names that other shops and tills use are understood
            too. Each line below is a book. A new book needs an ISBN (or an item code of yours), a title and an MRP.
            Values without a column are not changed.
          </p>
          <pre className="rounded-sm border border-line bg-sunk p-3 text-small break-words whitespace-pre-wrap">
            {exampleTable}
          </pre>
        </div>
      </details>
      <p className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="import.upload" disabled={tooLarge}>
          Upload and check
        </Button>
        <span role="status">
          {isSending && "The file is being uploaded. Keep this page open until it is finished."}
        </span>
      </p>
    </Form>
  );
}
