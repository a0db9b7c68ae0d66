import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

import { deskHref } from "#desk/desk-routes.ts";

/** An error response of the desk, with its message. */
class Refused extends Error {}

export type PasskeyKind = "new" | "known" | "sign-in";

/**
 * Asks the device for a passkey and sends the result to the desk. Returns an error message if the desk or the device
 * refused, otherwise null. Throws other errors, such as a lost connection.
 */
export async function askDevice(kind: PasskeyKind, name: string): Promise<string | null> {
  try {
    await showPasskey(kind, name);
    return null;
  } catch (error) {
    const words = describe(error);
    if (words === null) throw error;
    return words;
  }
}

async function showPasskey(kind: PasskeyKind, name: string): Promise<void> {
  const path = deskHref(kind === "sign-in" ? "/sign-in/key" : "/passkey/key");
  const optionsJSON = (await post(path, { intent: "passkey.ask", kind })) as never;
  const answer = kind === "new" ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON });
  const intent = kind === "new" ? "passkey.add" : "passkey.show";
  await post(path, { intent, answer: JSON.stringify(answer), name });
}

async function post(path: string, form: Record<string, string>): Promise<unknown> {
  const response = await fetch(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { accept: "application/json" },
  });
  const { answer, problem } = (await response.json()) as { answer?: unknown; problem?: string; message?: string };
  if (!response.ok) throw new Refused(problem ?? "The desk did not answer. Please try again.");
  return answer;
}

function describe(error: unknown): string | null {
  if (error instanceof Refused) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey of yours. Use that one.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was used: the browser’s dialog was closed, or it took too long. Please try again.";
  if (name === "NotSupportedError" || name === "SecurityError")
    return "This browser cannot use passkeys on this page. Use another browser, or a phone.";
  return null;
}
