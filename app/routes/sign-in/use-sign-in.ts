import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import { currentReader, forgetReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";
import { signInMessages, type SignInReason } from "#shop/people/readers/sign-in-messages.ts";
import { watchAttempt } from "./watch-attempt.ts";

interface SignInPage {
  intent: "login" | "register";
  /** Where the reader goes on afterwards. */
  next: string;
  /** Sent here by a page for readers only, or back from Google: the server knows nobody by this browser. */
  isSentHere: boolean;
  /** Not a mobile browser. */
  opensPopup: boolean;
  /** Why the last attempt came to nothing, when it was made without a popup. */
  reason: SignInReason | null;
}

interface SignIn {
  isBusy: boolean;
  reason: SignInReason | null;
  begin: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Signs in by a popup where there may be one, else by going to Google and back; without JavaScript the form does. */
export function useSignIn({ intent, next, isSentHere, opensPopup, reason: given }: SignInPage): SignIn {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState(given);
  const stop = useRef<(() => void) | null>(null);

  const arrive = useEffectEvent(() => {
    if (given) {
      if (given !== "ended") console.error(signInMessages[given]);
      // Said once: loading the page again starts afresh.
      history.replaceState(history.state, "", href(`/${intent}`, { next: next === href("/") ? null : next }));
    }
    if (currentReader() !== null) {
      if (!isSentHere) return location.replace(href("/"));
      // Kept from a session that is over. Nobody is kept from signing in by it.
      forgetReader();
      setReason(given ?? "ended");
    }
  });
  useEffect(() => {
    // Known to the browser alone, after the page is there.
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

/** An iPad says it is a Mac. */
function isTouchMac(): boolean {
  return navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent);
}
