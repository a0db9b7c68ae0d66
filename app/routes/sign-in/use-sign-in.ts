import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import { currentReader, forgetReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";
import { signInMessages, type SignInReason } from "#shop/people/readers/sign-in-messages.ts";
import { watchAttempt } from "./watch-attempt.ts";

interface SignInPage {
  intent: "login" | "register";
  /** Where the reader is sent after signing in. */
  next: string;
  /**
   * Whether a page that needs an account, or Google, redirected the reader here; then the server has no session for
   * this browser.
   */
  isSentHere: boolean;
  /** Whether to open a popup: true except on mobile browsers. */
  opensPopup: boolean;
  /** Why the last attempt without a popup failed. */
  reason: SignInReason | null;
}

interface SignIn {
  isBusy: boolean;
  reason: SignInReason | null;
  begin: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Signs in with a popup where possible, otherwise by a redirect to Google; without JavaScript, the form submits. */
export function useSignIn({ intent, next, isSentHere, opensPopup, reason: given }: SignInPage): SignIn {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState(given);
  const stop = useRef<(() => void) | null>(null);

  const arrive = useEffectEvent(() => {
    if (given) {
      if (given !== "ended") console.error(signInMessages[given]);
      // Shown once: a reload starts without the message.
      history.replaceState(history.state, "", href(`/${intent}`, { next: next === href("/") ? null : next }));
    }
    if (currentReader() !== null) {
      if (!isSentHere) return location.replace(href("/"));
      // This sign-in state is left over from an expired session, and must not prevent a new sign-in.
      forgetReader();
      setReason(given ?? "ended");
    }
  });
  useEffect(() => {
    // Only the browser knows the stored sign-in, after hydration.
    // oxlint-disable-next-line react/set-state-in-effect
    arrive();
    return () => stop.current?.();
  }, []);

  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, []);

  function begin(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    stop.current?.();
    setReason(null);
    setBusy(true);
    const attempt = crypto.randomUUID();
    const address = (mode: string) => href("/auth/google/start", { mode, intent, next, attempt });
    const popup =
      opensPopup && !isTouchMac() ? open(address("popup"), "google-signin", "popup,width=500,height=650") : null;
    if (!popup) return location.assign(address("redirect"));
    stop.current = watchAttempt({
      attempt,
      popup,
      onOutcome(outcome) {
        if (outcome === "ok") return location.replace(next);
        console.error(signInMessages[outcome]);
        setReason(outcome);
        setBusy(false);
      },
    });
  }

  return { isBusy, reason, begin };
}

/** Whether this is an iPad, which identifies itself as a Mac. */
function isTouchMac(): boolean {
  return navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent);
}
