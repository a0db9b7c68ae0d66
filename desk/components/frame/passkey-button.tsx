import { useState, type ReactNode } from "react";

import { Banner } from "#ui/banner.tsx";
import type { PasskeyKind } from "./ask-device.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";

interface PasskeyButtonProps {
  /** Whether to add a passkey, verify the signed-in person by theirs, or sign in with one. */
  kind: PasskeyKind;
  /** The name under which a new passkey is listed. */
  name?: string;
  variant?: ButtonVariant;
  children: ReactNode;
  /** Called after a passkey was added or verified. */
  done: () => void;
}

/** Button that registers a new passkey or verifies a known one. Disabled until hydration: passkeys need a script. */
export function PasskeyButton({ kind, name = "", variant, children, done }: PasskeyButtonProps) {
  const isScripted = useIsScripted();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setIsBusy(true);
    setProblem(null);
    // Loaded on demand: any page of the desk may ask for a passkey, but few do.
    const found = await import("./ask-device.ts")
      .then(({ askDevice }) => askDevice(kind, name))
      .catch(() => "The passkey could not be used. Check your connection and try again.");
    setIsBusy(false);
    if (found === null) done();
    else setProblem(found);
  };
  return (
    <>
      {problem && (
        <Banner variant="error" className="mb-3">
          {problem}
        </Banner>
      )}
      <Button type="button" variant={variant} disabled={!isScripted || isBusy} onClick={press}>
        {children}
      </Button>
    </>
  );
}
