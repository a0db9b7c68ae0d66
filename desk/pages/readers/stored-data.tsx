import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** The part of a reader's page for rights under data protection law: a copy of all data, and erasing the account. */
export function StoredData({ id, trouble }: { id: number; trouble: ActionError | null }) {
  return (
    <section aria-labelledby="stored" className="max-w-measure">
      <h2 id="stored" className="text-title">
        Stored data
      </h2>
      <p className="mt-2">
        Readers can download a copy and erase their account themselves, on their account&rsquo;s page. Do it for them
        only if they ask from the e-mail address above. The desk asks for your passkey, and records what you do.
      </p>
      <p className="mt-3">
        <a className={buttonClass("outline")} href={deskHref("/readers/:reader/copy", { reader: id })}>
          Download a copy of all data
        </a>
      </p>
      <details className="mt-3" open={trouble !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-vermilion">Erase this reader</summary>
        <p>
          The account is deleted, with its addresses, wishlists, reviews and messages. Orders are kept without the name.
          Bills are kept as printed, because the law requires it. The reader gets an e-mail. It cannot be undone.
        </p>
        <Form method="post" className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="people.erase-reader" />
          <input type="hidden" name="reader" value={id} />
          <TextField
            label={`To confirm, write the reader’s number, ${id}`}
            name="confirmation"
            inputMode="numeric"
            autoComplete="off"
            required
            defaultValue={trouble?.values.confirmation}
            error={trouble?.errors.confirmation}
          />
          <p>
            <Button variant="danger">Erase reader {id}</Button>
          </p>
        </Form>
      </details>
    </section>
  );
}
