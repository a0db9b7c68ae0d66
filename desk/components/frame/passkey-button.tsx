import { useState, type ReactNode } from "react";

import { Banner } from "#ui/banner.tsx";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";

interface PasskeyButtonProps {
  kind: "new" | "known";
  /** What a new one is called in the list. */
  name?: string;
  variant?: ButtonVariant;
  children: ReactNode;
  /** A passkey was added or shown. */
  done: () => void;
}

/** Asks the device for a passkey, a new one or one it has, and shows it to the desk. It waits for its script: passkeys need one. */
export function PasskeyButton({ kind, name = "", variant, children, done }: PasskeyButtonProps) {
  const isScripted = useIsScripted();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setIsBusy(true);
    setProblem(null);
    // Each page of the desk may ask for a passkey, and few do.
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
