/** Form that sets or changes the account password; folded while there is none, because few readers need one. */
import { Form, useNavigation } from "react-router";

import { useFirstError } from "#app/client/use-first-error.ts";
import { href } from "#routing/href.ts";
import { minPasswordLength, passwordMessages, type PasswordRefusal } from "#shop/people/readers/password-rules.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";

interface PasswordFormProps {
  refusal: { reason: PasswordRefusal } | null;
  hasPassword: boolean;
  /** Whether the sign-in is recent enough to clear a forgotten password. */
  isFresh: boolean;
  done: string | null;
  messageKey: string;
}

const fieldOf: Record<PasswordRefusal, "current" | "password" | "again"> = {
  mismatch: "again",
  "too-short": "password",
  "too-long": "password",
  wrong: "current",
  locked: "current",
};

export function PasswordForm({ refusal, hasPassword, isFresh, done, messageKey }: PasswordFormProps) {
  const form = useFirstError(refusal);
  const isSaving = useNavigation().formData?.get("intent") === "password";
  const errorOf = (field: string) =>
    refusal && fieldOf[refusal.reason] === field ? passwordMessages[refusal.reason] : null;

  const fields = (
    <>
      <p className="mt-2 text-quiet">
        An extra lock. We ask for it before your e-mail changes, your data leaves or your account is deleted. You still
        sign in with Google.
      </p>
      <Form ref={form} method="post" action={href("/account")} noValidate className="mt-6 grid gap-5">
        <input type="hidden" name="intent" value="password" />
        {hasPassword && (
          <TextField
            label="Current password"
            name="current"
            type="password"
            autoComplete="current-password"
            required
            error={errorOf("current")}
          />
        )}
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={`At least ${minPasswordLength} characters.`}
          error={errorOf("password")}
        />
        <TextField
          label="Confirm new password"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          hint="Enter the new password again."
          error={errorOf("again")}
        />
        <div>
          <Button disabled={isSaving}>{hasPassword ? "Update password" : "Set password"}</Button>
        </div>
      </Form>
    </>
  );

  return (
    <section id="password" aria-labelledby="password-heading">
      <TransientMessage messageKey={messageKey}>
        {done === "password" && <span>Your password has been updated successfully.</span>}
        {done === "cleared" && <span>Your account password is cleared.</span>}
      </TransientMessage>
      {done === "stale" && (
        <Banner variant="error" className="mb-5">
          Your sign-in is more than ten minutes old. Sign out, sign in again, and clear the password then.
        </Banner>
      )}
      {hasPassword ? (
        <>
          <h2 id="password-heading" className="text-h3">
            Account password
          </h2>
          {fields}
          <ForgottenPassword isFresh={isFresh} />
        </>
      ) : (
        <details className="fold border-y border-line" open={refusal !== null}>
          <summary>
            <h2 id="password-heading" className="text-h3">
              Set an account password
            </h2>
          </summary>
          <div className="pb-7">{fields}</div>
        </details>
      )}
    </section>
  );
}

function ForgottenPassword({ isFresh }: { isFresh: boolean }) {
  return (
    <details className="mt-4">
      <summary className="link inline-flex min-h-11 items-center">Forgotten it?</summary>
      {isFresh ? (
        <Form method="post" action={href("/account")}>
          <p>You have just signed in, so you may clear it and set a new one.</p>
          <input type="hidden" name="intent" value="clear-password" />
          <Button variant="outline" className="mt-3">
            Clear the account password
          </Button>
        </Form>
      ) : (
        <p>Sign out and in again. For ten minutes after that you can clear it here.</p>
      )}
    </details>
  );
}
