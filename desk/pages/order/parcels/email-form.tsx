import { EmailField } from "#app/components/forms/email-field.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";

interface EmailFormProps {
  number: string;
  email: string;
  trouble: ActionError | null;
}

/** Form that corrects the e-mail address of a guest's order. */
export function EmailForm({ number, email, trouble }: EmailFormProps) {
  return (
    <details open={trouble !== null} className="mt-2">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Correct the e-mail</summary>
      <Form method="post" className="mt-3 grid max-w-measure gap-3">
        <input type="hidden" name="order" value={number} />
        <input key={email} type="hidden" name="was-email" value={email} />
        <EmailField
          label="E-mail"
          name="email"
          autoComplete="off"
          defaultValue={trouble?.values.email ?? email}
          error={trouble?.errors.email}
        />
        <p className="text-small text-quiet">
          Links in earlier e-mails stop working, so people at the old address can no longer open the order. The
          confirmation is sent again.
        </p>
        <p>
          <Button variant="outline" name="intent" value="orders.correct-email">
            Save, and send the confirmation again
          </Button>
        </p>
      </Form>
    </details>
  );
}
