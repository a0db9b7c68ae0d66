import { generateX25519Identity, identityToRecipient } from "age-encryption";

import { isSecretField } from "#desk/http/secret-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";

/** A key for encrypted backups: the secret part, and the form with its public part. */
export interface MadeKey {
  secretKey: string;
  typed: Record<string, string>;
}

/** Makes a key for encrypted backups, which the page shows once. The public part is used once the form is saved. */
export const makeBackupKey = deskAction({
  name: "credentials.make-backup-key",
  does: "make a key for backups",
  needs: "settings",
  proof: "fresh passkey",
  isRepeated: true,
  cannotUndo: "it changes nothing by itself",
  read(form): ReadAction<Record<string, string>> {
    const shown = Object.entries(readTexts(form)).filter(([name]) => !isSecretField(name));
    return { ok: true, input: Object.fromEntries(shown) };
  },
  async run(_, typed) {
    const secretKey = await generateX25519Identity();
    const madeKey: MadeKey = { secretKey, typed: { ...typed, recipient: await identityToRecipient(secretKey) } };
    return { answer: { madeKey }, entry: null };
  },
});
