import { useState, type ReactNode } from "react";

import { deskHref } from "#desk/desk-routes.ts";
import { Banner } from "#ui/banner.tsx";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { useIsScripted } from "./use-is-scripted.ts";

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
    try {
      await askDevice(kind, name);
      done();
    } catch (error) {
      setProblem(describe(error));
    } finally {
      setIsBusy(false);
    }
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

/** What the desk itself has refused, in its own words. */
class Refused extends Error {}

async function askDevice(kind: "new" | "known", name: string): Promise<void> {
  const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = (await post({ intent: "passkey.ask", kind })) as never;
  const answer = kind === "new" ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON });
  const intent = kind === "new" ? "passkey.add" : "passkey.show";
  await post({ intent, answer: JSON.stringify(answer), name });
}

async function post(form: Record<string, string>): Promise<unknown> {
  const response = await fetch(deskHref("/passkey/key"), {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { accept: "application/json" },
  });
  const { answer, problem } = (await response.json()) as { answer?: unknown; problem?: string; message?: string };
  if (!response.ok) throw new Refused(problem ?? "The desk did not answer. Please try again.");
  return answer;
}

function describe(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device has a passkey for you already. Use that one.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was used: the question was closed, or it took too long. Please try again.";
  if (name === "NotSupportedError" || name === "SecurityError")
    return "This browser has no passkeys here. Use another browser, or a phone.";
  return "The passkey could not be used. Check your connection and try again.";
}
