import { Form } from "react-router";
import { useFieldErrors } from "#app/client/use-field-errors.ts";

import { EmailField } from "#app/components/forms/email-field.tsx";
import { FormErrors, HoneypotField, useLastAnswer, type FormProblem } from "#app/components/forms/message-form.tsx";
import { href } from "#routing/href.ts";
import type { ContactErrors, ContactField } from "#shop/people/correspondence/contact-message.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";

/** Response to a rejected message: the reason, and the submitted values. */
export interface ContactAnswer {
  values: Record<ContactField, string>;
  problem: FormProblem;
  errors?: ContactErrors;
}

const noErrors: ContactErrors = {};

const labels: Record<ContactField, string> = { name: "Name", email: "Email", subject: "Subject", message: "Message" };

/**
 * Contact form. The browser submits it, not a script: when the shop cannot be reached, the Back button restores the
 * text.
 */
export function ContactForm({ answer }: { answer: ContactAnswer | undefined }) {
  const { values, errors: told = noErrors, problem } = useLastAnswer(answer) ?? {};
  const { errors, onInput } = useFieldErrors(told);
  const field = (name: ContactField) => ({
    id: name,
    name,
    label: labels[name],
    required: true,
    defaultValue: values?.[name],
    error: errors[name],
  });
  return (
    <Form
      method="post"
      action={href("/contact")}
      reloadDocument
      noValidate
      onInput={onInput}
      className="mt-6 max-w-measure"
    >
      {problem && <FormErrors problem={problem} errors={errors} labels={labels} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("name")} autoComplete="name" maxLength={120} />
        <EmailField {...field("email")} />
        <div className="sm:col-span-2">
          <TextField {...field("subject")} maxLength={150} />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            {...field("message")}
            hint="If your message is about an order, its number helps us find the order."
            rows={8}
            maxLength={5000}
          />
        </div>
        <HoneypotField isShown={problem === "robot"} />
      </div>
      <Button size="large" className="mt-6 max-sm:w-full">
        Send Message
      </Button>
      <p className="mt-3 text-small text-quiet">
        We use your address to answer, and for nothing else. How long it is kept is in the{" "}
        <a href={href("/privacy-policy")} className="link">
          privacy policy
        </a>
        .
      </p>
    </Form>
  );
}
