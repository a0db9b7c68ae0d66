import { Link } from "react-router";

import { href } from "#routing/href.ts";
import { signInMessages, type SignInReason } from "#shop/people/readers/sign-in-messages.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { GoogleMark } from "./google-mark.tsx";
import { useSignIn } from "./use-sign-in.ts";
import type { SignInText } from "./sign-in-text.ts";

interface SignInLabelProps {
  words: SignInText;
  next: string;
  isSentHere: boolean;
  /** What the reader signs in for, if a page sent the reader here. */
  purpose: string | null;
  reason: SignInReason | null;
  opensPopup: boolean;
  isInApp: boolean;
  isTestSignIn: boolean;
}

/** Whether the reader cancelled, or the session expired; this is shown as a note, not as an error. */
function isNoFault(reason: SignInReason): boolean {
  return reason === "cancelled" || reason === "ended";
}

/** Label with the sign-in button and messages. */
export function SignInLabel({ words, purpose, isInApp, isTestSignIn, ...page }: SignInLabelProps) {
  const { intent, other } = words;
  const { next } = page;
  const { isBusy, reason, begin } = useSignIn({ intent, ...page });
  return (
    <div className="label w-full max-w-112 justify-self-center px-6 py-9 text-center sm:px-12 sm:py-12">
      <p className="font-display text-lead text-quiet italic" lang="la" aria-hidden="true">
        ex libris
      </p>
      <h1 className="mt-2 text-h1">{words.title}</h1>
      <p className="mt-4 text-lead">{(intent === "login" && purpose) || words.sentence}</p>
      {reason && (
        <Banner variant={isNoFault(reason) ? "note" : "error"} className="mt-6 text-left">
          {signInMessages[reason]}
        </Banner>
      )}
      {isInApp && (
        <Banner variant="note" className="mt-6 text-left">
          You are inside another app, where Google does not allow sign-in. Open this page in your browser: the app’s
          menu has &ldquo;Open in browser&rdquo;.
        </Banner>
      )}
      <form action={href("/auth/google/start")} onSubmit={begin} className="mt-8">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="next" value={next} />
        <Button size="large" disabled={isBusy} className="w-full max-sm:px-3">
          <GoogleMark />
          <span>{isBusy ? "Signing in..." : words.button}</span>
        </Button>
      </form>
      <p className="mt-3 text-small text-quiet">
        {isTestSignIn
          ? "Demo: pick a sample reader, no Google account needed."
          : "Google tells us your name, e-mail address and picture. We never see a password."}
      </p>
      <p className="mt-6 border-t border-line pt-4">
        {other.question}{" "}
        <Link to={href(`/${other.intent}`, { next: next === href("/") ? null : next })} className="link font-semibold">
          {other.label}
        </Link>
      </p>
      <p className="mt-1 text-quiet">You can also buy as a guest.</p>
    </div>
  );
}
