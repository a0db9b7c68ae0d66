import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Form } from "./form.tsx";

interface AnswerFormProps {
  ticket: string;
  /** Recipient of the letter. */
  email: string;
  /** The intents that the two buttons send. */
  intents: { answer: string; close: string };
  trouble: ActionError | null;
}

/** Form that answers a ticket by letter and closes it, or only closes it. */
export function AnswerForm({ ticket, email, intents, trouble }: AnswerFormProps) {
  return (
    <div className="mt-8 grid max-w-measure gap-4">
      <Form method="post" className="grid gap-4" noValidate>
        <input type="hidden" name="intent" value={intents.answer} />
        <input type="hidden" name="ticket" value={ticket} />
        <TextArea
          label="Your answer"
          hint={`It is sent to ${email} in the shop’s letter, after “Dear reader,”. A sent e-mail cannot be undone.`}
          name="answer"
          rows={8}
          maxLength={5000}
          required
          defaultValue={trouble?.values.answer}
          error={trouble?.errors.answer}
        />
        <p>
          <Button>Send the answer and close</Button>
        </p>
      </Form>
      <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <input type="hidden" name="intent" value={intents.close} />
        <input type="hidden" name="ticket" value={ticket} />
        <Button variant="outline">Close without an e-mail</Button>
        <span className="text-small text-quiet">
          For example after a phone call. Closed messages are deleted after a year.
        </span>
      </Form>
    </div>
  );
}
