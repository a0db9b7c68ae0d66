import { z } from "zod";

import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { credentialTitle, showCredentials } from "#shop/office/credentials/credential-forms.ts";
import { readCredentials } from "#shop/office/credentials/read-credentials.ts";
import {
  isCredentialKind,
  type CredentialKind,
  type CredentialValues,
} from "#shop/office/credentials/credential-kinds.ts";
import type { Credentials } from "#shop/office/credentials/credentials.server.ts";
import { readCandidate, saveCandidate } from "#shop/office/credentials/save-candidate.server.ts";
import { deleteCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { makeSecret, refuseLocked, takeMadeKey } from "./make-secret.server.ts";

const ofKind = z.object({ kind: z.string().refine(isCredentialKind) });
const unkeptKey = "Make a new key, and confirm that you keep its secret part: without it nobody can read a backup.";
const notOurs = { ok: false as const, errors: { kind: "Choose one of the forms of this page." } };

function readKind(form: FormData): ReadAction<{ kind: CredentialKind }> {
  const parsed = ofKind.safeParse(readTexts(form));
  return parsed.success ? { ok: true, input: { kind: parsed.data.kind as CredentialKind } } : notOurs;
}

/** Stores credentials to be tried. The page tries them as soon as this is committed. */
export const saveCredentials = deskAction({
  name: "credentials.save",
  does: "enter credentials of an outside service",
  needs: "settings",
  proof: "fresh passkey",
  cannotUndo: "the shop does not keep replaced credentials",
  read(form): ReadAction<{ kind: CredentialKind; values: CredentialValues }> {
    const named = readKind(form);
    if (!named.ok) return named;
    const { kind } = named.input;
    const given = takeMadeKey(readTexts(form));
    if (given === null) return { ok: false, errors: { recipient: unkeptKey } };
    const typed = readCredentials(kind, given);
    return typed.ok ? { ok: true, input: { kind, values: typed.values } } : typed;
  },
  async run({ services: { db, credentials, settings }, at }, { kind, values: typed }) {
    refuseLocked(credentials, kind);
    const values = kind === "payments" ? await addSavedWebhookSecret({ db, credentials }, typed) : typed;
    if (
      values.RAZORPAY_KEY_ID?.startsWith("rzp_live_") &&
      (settings.isTestSignIn || hasTestMailbox(credentials, settings))
    )
      throw new ActionRefused("Live keys come last.", {
        keyId: "This is a live key, with which readers pay real money. Set up sign-in and e-mail first.",
      });
    const mistakes = credentials.findMistakes(kind, values);
    if (Object.keys(mistakes).length > 0) throw new ActionRefused(Object.values(mistakes).join(" "), mistakes);
    await saveCandidate({ db, credentials }, kind, values, at);
    const shown = Object.values(showCredentials(kind, values)).filter(Boolean).join(", ");
    return {
      answer: { kind },
      entry: {
        action: "credentials.save",
        words: `${credentialTitle(kind)}: entered credentials to be tried.`,
        subject: `credentials of ${kind}`,
        after: { shown },
      },
    };
  },
});

/** Completes Razorpay's keys with the webhook secret that was saved before them, unless one was typed. */
async function addSavedWebhookSecret(
  services: Pick<Services, "db" | "credentials">,
  typed: CredentialValues,
): Promise<CredentialValues> {
  const secret = typed.RAZORPAY_WEBHOOK_SECRET ?? (await readCandidate(services, "payments")).RAZORPAY_WEBHOOK_SECRET;
  if (secret !== undefined) return { ...typed, RAZORPAY_WEBHOOK_SECRET: secret };
  throw new ActionRefused("The webhook secret is missing.", { secretWebhook: "Enter the webhook secret." });
}

/** Tries stored credentials again; the page does the work after the checks of this action. */
export const tryCredentials = deskAction({
  name: "credentials.try",
  does: "try credentials of an outside service",
  needs: "settings",
  proof: "fresh passkey",
  isRepeated: true,
  cannotUndo: "it changes nothing by itself",
  read: readKind,
  run: async ({ services: { credentials } }, { kind }) => {
    refuseLocked(credentials, kind);
    return { answer: { kind }, entry: null };
  },
});

export const discardCredentials = deskAction({
  name: "credentials.discard",
  does: "discard credentials of an outside service",
  needs: "settings",
  proof: "fresh passkey",
  cannotUndo: "the shop does not keep discarded credentials",
  read: readKind,
  async run({ services: { db } }, { kind }) {
    if (!(await deleteCandidate(db, kind))) throw new ActionRefused("They were discarded already, or are in use.");
    return {
      answer: { kind },
      entry: {
        action: "credentials.discard",
        words: `${credentialTitle(kind)}: discarded credentials that were not in use.`,
        subject: `credentials of ${kind}`,
      },
    };
  },
});

/** Sends a test e-mail to the person who asks; the page does it after the checks of this action. */
export const sendTestLetter = deskAction({
  name: "credentials.test-letter",
  does: "send a test e-mail",
  needs: "settings",
  proof: "passkey",
  isRepeated: true,
  cannotUndo: "the e-mail is on its way",
  read: () => ({ ok: true, input: null }),
  run: async ({ session }) => ({ answer: { testLetterTo: session.staff.address }, entry: null }),
});

/** Examines the whole shop; the page does it after the checks of this action. */
export const checkShop = deskAction({
  name: "shop.check",
  does: "check the whole shop",
  needs: "settings",
  proof: "passkey",
  isRepeated: true,
  cannotUndo: "it changes nothing",
  read: () => ({ ok: true, input: null }),
  run: async () => ({ answer: { isCheck: true as const }, entry: null }),
});

/** Makes a backup; the page begins it after the checks of this action. */
export const makeBackupNow = deskAction({
  name: "backup.make",
  does: "make a backup",
  needs: "settings",
  proof: "fresh passkey",
  isRepeated: true,
  cannotUndo: "a backup changes nothing",
  read: () => ({ ok: true, input: null }),
  run: async () => ({
    answer: { isBackup: true as const },
    entry: { action: "exports.backup", words: "Made a backup of all records.", subject: "backups" },
  }),
});

export const credentialActions = [
  saveCredentials,
  makeSecret,
  tryCredentials,
  discardCredentials,
  sendTestLetter,
  checkShop,
  makeBackupNow,
] as const;

/** Whether letters go to the stand-in's mailbox, which others could read. */
function hasTestMailbox(credentials: Credentials, { missingServices }: ShopSettings): boolean {
  return credentials.inUse("mail").source === "none" && !missingServices.includes("mail");
}
