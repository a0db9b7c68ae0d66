import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** The rights of data protection law: a copy of a reader's data, and the erasure of the account. */
export function StoredData({ id, trouble }: { id: number; trouble: ActionError | null }) {
  return (
    <section aria-labelledby="stored" className="max-w-measure">
      <h2 id="stored" className="text-title">
        What is stored
      </h2>
      <p className="mt-2">
        Readers take a copy and erase their account themselves, on their account&rsquo;s page. Do it for them only when
        they ask from the e-mail address above. The desk asks for your passkey, and it is recorded.
      </p>
      <p className="mt-3">
        <a className={buttonClass("outline")} href={deskHref("/readers/:reader/copy", { reader: id })}>
          Take a copy of everything
        </a>
      </p>
      <details className="mt-3" open={trouble !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-vermilion">Erase this reader</summary>
        <p>
          The account goes with its addresses, wishlists, reviews and messages. Orders stay without a name, bills as
          they were printed, because the law asks for them. The reader gets an e-mail. It cannot be undone.
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
