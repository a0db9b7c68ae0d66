import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface LostPasskeyProps {
  /** What the button sends as `intent`. */
  intent: string;
  error: string | null;
  /** Who can reset the passkey of a person without a code. */
  resetBy: string;
}

/** The form for a recovery code, folded until it is opened or was rejected. */
export function LostPasskey({ intent, error, resetBy }: LostPasskeyProps) {
  return (
    <details className="mt-3" open={error !== null}>
      <summary className="link min-h-11 content-center">Your passkey is lost?</summary>
      <p className="mt-2">Enter one of your recovery codes. Without one, {resetBy}.</p>
      <Form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label="Recovery code"
          name="secretCode"
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <Button name="intent" value={intent}>
          Sign in
        </Button>
      </Form>
    </details>
  );
}

/** Says, in a browser without JavaScript, that passkeys need it. */
export function PasskeysNeedScript() {
  return (
    <noscript>
      <p className="mt-5">
        Passkeys need JavaScript. Switch it on for this page. The rest of the desk works without it.
      </p>
    </noscript>
  );
}
