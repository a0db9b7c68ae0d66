import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";

import type { ActionError } from "#desk/http/action-error.ts";
import { Banner } from "#ui/banner.tsx";
import { resubmit, watchSentForms } from "#desk/sent-form.ts";
import { PasskeyButton } from "./passkey-button.tsx";

/**
 * Shows why an action was refused, and moves the focus to the first wrong field, or else to the banner. If only a fresh
 * passkey is missing, the banner asks for it and the form keeps its values.
 */
export function ActionBanner({ trouble }: { trouble: ActionError | null }) {
  useEffect(watchSentForms, []);
  const [shownFor, setShownFor] = useState<ActionError | null>(null);
  const isIdle = useNavigation().state === "idle";
  const errors = trouble?.errors;
  // The answer is shown before the page's data is loaded again, and its fields with them.
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    focused.current = document.activeElement;
  }, [errors]);
  // The pressed button may be far below the error, and a form that was rendered again has a new button.
  useEffect(() => {
    if (!errors || !isIdle) return;
    const active = document.activeElement;
    // Somebody who has gone on to another field meanwhile goes on typing there.
    if (active !== focused.current && active?.matches("input, select, textarea")) return;
    const field = document.querySelector<HTMLElement>("main [aria-invalid=true]");
    const place = field ?? document.querySelector<HTMLElement>("main :is([data-trouble], [role=alert])");
    if (!place) return;
    if (!field) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "center" });
  }, [errors, isIdle]);
  if (!trouble) return null;
  if (!trouble.isPasskeyNeeded) {
    // A single error is shown at its field, which gets the focus; several may be far from each other.
    const areSeveral = Object.keys(trouble.errors).length > 1;
    const problem =
      trouble.problem ?? (areSeveral ? "Nothing has been done yet. Please correct the marked fields." : null);
    return problem === null ? null : (
      <Banner variant="error" className="mt-4">
        {problem}
      </Banner>
    );
  }
  if (shownFor === trouble)
    return (
      <Banner variant="success" className="mt-4">
        Thank you. Nothing has been done yet: check the form below, and press its button again.
      </Banner>
    );
  return (
    <div data-trouble>
      <Banner variant="note" className="mt-4">
        <p className="mb-3">
          The desk asks for your passkey again before it does this, because you last used it more than ten minutes ago.
        </p>
        <PasskeyButton
          kind="known"
          done={() => {
            // Send the form again. If the form is no longer on the page, ask the person to press its button again.
            if (!resubmit(trouble.action, trouble.values)) setShownFor(trouble);
          }}
        >
          Use the passkey and continue
        </PasskeyButton>
      </Banner>
    </div>
  );
}
