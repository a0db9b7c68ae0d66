import { Form } from "#desk/components/forms/form.tsx";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

interface CandidateNoteProps {
  kind: CredentialKind;
  /** Why they did not work; empty if they were not tried, or wait for a sign-in. */
  trouble: string;
  /** Whether others are in use meanwhile. */
  isReplacement: boolean;
}

/** What was entered and is not in use, with its ways on. */
export function CandidateNote({ kind, trouble, isReplacement }: CandidateNoteProps) {
  const isToSignIn = kind === "sign-in" && trouble === "";
  return (
    <Banner variant={trouble ? "error" : "note"} className="mt-3 max-w-measure">
      <p>
        {trouble
          ? `What you entered is saved, but not in use, because it did not work: ${trouble}`
          : isToSignIn
            ? "What you entered is saved. It is used from the moment you have signed in with it; from then on you sign in at the desk with the Google account that you choose now."
            : "What you entered is saved, and has not been tried yet."}
        {isReplacement && " What was in use before still is."}
      </p>
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="kind" value={kind} />
        <Button name="intent" value="credentials.try">
          {isToSignIn ? "Sign in with Google to try" : "Try again"}
        </Button>
        <Button variant="outline" name="intent" value="credentials.discard">
          Discard
        </Button>
      </Form>
    </Banner>
  );
}
