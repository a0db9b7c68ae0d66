import { useEffect, useState } from "react";

import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { Banner } from "#ui/banner.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Why a form was not done. When only a fresh passkey is missing, it is asked for here, and what was typed stays. */
export function ActionBanner({ trouble }: { trouble: ActionTrouble | null }) {
  const [shownFor, setShownFor] = useState<ActionTrouble | null>(null);
  // The button that was pressed may stand far below what is wrong.
  useEffect(() => {
    if (trouble)
      document
        .querySelector("main :is([data-trouble], [role=alert], [aria-invalid=true])")
        ?.scrollIntoView({ block: "center" });
  }, [trouble]);
  if (!trouble) return null;
  if (!trouble.isPasskeyNeeded)
    return trouble.problem === null ? null : (
      <Banner variant="error" className="mt-4">
        {trouble.problem}
      </Banner>
    );
  if (shownFor === trouble)
    return (
      <Banner variant="success" className="mt-4">
        Thank you. Now press the button again: nothing was done yet.
      </Banner>
    );
  return (
    <div data-trouble>
      <Banner variant="note" className="mt-4">
        <p className="mb-3">
          Nothing was done yet. For this the desk asks for your passkey again, because you showed it more than ten
          minutes ago.
        </p>
        <PasskeyButton kind="known" done={() => setShownFor(trouble)}>
          Show the passkey
        </PasskeyButton>
      </Banner>
    </div>
  );
}
