/** Form for name, e-mail address and phone number of the reader. */
import { Form, useNavigation } from "react-router";

import { EmailField } from "#app/components/forms/email-field.tsx";
import { useFirstError } from "#app/client/use-first-error.ts";
import { useFieldErrors } from "#app/client/use-field-errors.ts";
import { href } from "#routing/href.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";

interface ProfileFormProps {
  reader: { name: string; email: string | null; phone: string | null };
  errors: Partial<Record<string, string>> | null;
  /** New address that its owner has not confirmed yet. */
  newEmail: string | null;
  /** Whether a change of the e-mail address requires the account password. */
  asksPassword: boolean;
  isDone: boolean;
  messageKey: string;
}

const noErrors: Partial<Record<string, string>> = {};

export function ProfileForm({ reader, errors: told, newEmail, asksPassword, isDone, messageKey }: ProfileFormProps) {
  const form = useFirstError(told);
  const { errors, onInput } = useFieldErrors(told ?? noErrors);
  const isSaving = useNavigation().formData?.get("intent") === "information";

  return (
    <section aria-labelledby="information-heading" className="max-w-measure">
      <h2 id="information-heading" className="text-h3">
        Personal information
      </h2>
      <TransientMessage messageKey={messageKey}>
        {isDone && "Your information has been updated successfully."}
      </TransientMessage>
      {newEmail && <NewEmail email={newEmail} />}
      <Form
        ref={form}
        method="post"
        action={href("/account")}
        noValidate
        onInput={onInput}
        className="mt-6 grid gap-5 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value="information" />
        <div className="sm:col-span-2">
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            required
            defaultValue={reader.name}
            error={errors.name}
          />
        </div>
        <EmailField
          label="E-mail"
          name="email"
          required
          defaultValue={reader.email ?? ""}
          hint="We write to you here. A new address does not change how you sign in."
          error={errors.email}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          isOptional
          defaultValue={spacePhone(reader.phone ?? "")}
          hint="A mobile number, for the courier who brings your parcel."
          error={errors.phone}
        />
        {asksPassword && (
          <div className="sm:col-span-2">
            <TextField
              label="Account password"
              name="password"
              type="password"
              autoComplete="current-password"
              hint="Needed only for a new e-mail address."
              error={errors.password}
            />
          </div>
        )}
        <div className="sm:col-span-2">
          <Button disabled={isSaving}>Save changes</Button>
        </div>
      </Form>
    </section>
  );
}

function NewEmail({ email }: { email: string }) {
  return (
    <Banner variant="note" className="mt-5">
      <p>
        We have sent an e-mail to <strong className="wrap-anywhere">{email}</strong>. Confirm the address there within a
        day; until then our e-mails still go to your old address.
      </p>
      <Form method="post" action={href("/account")}>
        <input type="hidden" name="intent" value="drop-new-email" />
        <button className="link min-h-11 font-semibold">Keep the old address</button>
      </Form>
    </Banner>
  );
}
