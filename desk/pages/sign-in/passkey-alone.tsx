import { Form } from "#desk/components/forms/form.tsx";
import { PasskeyButton } from "#desk/components/frame/passkey-button.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** Sign-in by a passkey alone, or by a recovery code if it is lost. */
export function PasskeyAlone({ next, isOnlyWay, error }: { next: string; isOnlyWay: boolean; error: string | null }) {
  return (
    <div className="mt-5">
      <PasskeyButton kind="sign-in" variant={isOnlyWay ? "primary" : "outline"} done={() => location.assign(next)}>
        {isOnlyWay ? "Sign in with your passkey" : "Sign in with a passkey alone"}
      </PasskeyButton>
      <details className="mt-3" open={error !== null}>
        <summary className="link min-h-11 content-center">Your passkey is lost?</summary>
        <p className="mt-2">
          Enter one of your recovery codes. Without one, whoever looks after the shop&rsquo;s server resets your
          passkey.
        </p>
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
          <Button name="intent" value="use-code">
            Sign in
          </Button>
        </Form>
      </details>
      <noscript>
        <p className="mt-5">
          Passkeys need JavaScript. Switch it on for this page. The rest of the desk works without it.
        </p>
      </noscript>
    </div>
  );
}
