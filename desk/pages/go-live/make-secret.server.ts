import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { z } from "zod";

import { isSecretField } from "#desk/http/secret-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { credentialTitle } from "#shop/office/credentials/credential-forms.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import type { Credentials } from "#shop/office/credentials/credentials.server.ts";
import { readCandidate, saveCandidate } from "#shop/office/credentials/save-candidate.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";

const kinds = z.enum(["payments", "backup"]);

/** A secret that the shop made: a webhook secret, or the key of encrypted backups. The page shows it once. */
export interface MadeSecret {
  kind: z.infer<typeof kinds>;
  secret: string;
  /** The public key of the backups; null for a webhook secret. */
  recipient: string | null;
  /** The fields of the form that are not secret. */
  typed: Record<string, string>;
}

/**
 * Makes a secret that is entered elsewhere, or kept elsewhere. A webhook secret is saved at once, because it may be at
 * Razorpay before the form is saved; it is used with the keys.
 */
export const makeSecret = deskAction({
  name: "credentials.make-secret",
  does: "make a secret for an outside service",
  needs: "settings",
  proof: "fresh passkey",
  isRepeated: true,
  cannotUndo: "the secret may be in use elsewhere already",
  read(form): ReadAction<Pick<MadeSecret, "kind" | "typed">> {
    const given = readTexts(form);
    const kind = kinds.safeParse(given.kind);
    if (!kind.success) return { ok: false, errors: { kind: "Choose one of the forms of this page." } };
    const typed = Object.fromEntries(Object.entries(given).filter(([name]) => !isSecretField(name)));
    return { ok: true, input: { kind: kind.data, typed } };
  },
  async run({ services, at }, { kind, typed }) {
    refuseLocked(services.credentials, kind);
    const secret = kind === "backup" ? await generateX25519Identity() : newSecret();
    const recipient = kind === "backup" ? await identityToRecipient(secret) : null;
    const made: MadeSecret = { kind, secret, recipient, typed };
    if (kind === "backup") return { answer: { made }, entry: null };
    const saved = await readCandidate(services, kind);
    await saveCandidate(services, kind, { ...saved, RAZORPAY_WEBHOOK_SECRET: secret }, at);
    return {
      answer: { made },
      entry: {
        action: "credentials.make-secret",
        words: `${credentialTitle(kind)}: made a webhook secret, to be used with the keys.`,
        subject: `credentials of ${kind}`,
      },
    };
  },
});

/**
 * The form of the backups with the public key that the page made as its key. A made key is a field of its own, so that
 * no browser fills it into another form: its secret part is shown only once. Without a confirmation that the secret
 * part is kept, returns null.
 */
export function takeMadeKey(given: Record<string, string>): Record<string, string> | null {
  const { madeRecipient, keptSecret, ...typed } = given;
  if (madeRecipient === undefined) return typed;
  return keptSecret === "yes" ? { ...typed, recipient: madeRecipient } : null;
}

/** Refuses a change of credentials that the environment sets. */
export function refuseLocked(credentials: Credentials, kind: CredentialKind): void {
  if (credentials.inUse(kind).source !== "environment") return;
  throw new ActionRefused("The environment of the server sets these credentials, so the desk cannot change them.");
}
