/** The actions for recovery codes: make new ones, and use one instead of a lost passkey. */
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { makeRecoveryCodes, useRecoveryCode } from "#shop/people/staff/recovery-codes.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { renewStaffSession } from "#shop/people/staff/sessions.server.ts";

/** The message after a sign-in with a recovery code. */
export const afterCode = "You are signed in. Remove the lost passkey here, add a new one, and make new recovery codes.";

/** Makes new recovery codes; the page shows them once. */
export const makeCodes = deskAction({
  name: "passkey.make-codes",
  does: "make recovery codes",
  cannotUndo: "new codes can be made on the same page",
  isRepeated: true,
  needs: "own-sign-in",
  proof: "fresh passkey",
  read: () => ({ ok: true, input: null }),
  async run({ services: { db }, session: { staff }, at }) {
    const codes = await makeRecoveryCodes(db, staff.id, at);
    const words = "Made new recovery codes; older ones no longer work.";
    return { answer: { codes }, entry: { action: "passkey.make-codes", words, subject: `staff ${staff.id}` } };
  },
});

/** Accepts a recovery code instead of a passkey, once. */
export const useCode = deskAction({
  name: "passkey.use-code",
  does: "sign in with a recovery code",
  cannotUndo: "each code works once",
  isRepeated: true,
  needs: "own-sign-in",
  proof: "google",
  read(form): ReadAction<{ code: string }> {
    const { secretCode: code = "" } = readTexts(form);
    if (code.trim() === "" || code.length > 60)
      return { ok: false, errors: { secretCode: "Enter one of your recovery codes." } };
    return { ok: true, input: { code } };
  },
  async run({ services: { db }, session, at }, { code }) {
    if (!(await useRecoveryCode(db, session.staff.id, code, at)))
      throw new ActionRefused("A recovery code was wrong.", {
        secretCode: "This code is wrong or was used before. Each code works once.",
      });
    const token = await renewStaffSession(db, session.id, at);
    const words = "Signed in with a recovery code instead of a passkey.";
    return { answer: { token }, entry: { action: "passkey.use-code", words, subject: `staff ${session.staff.id}` } };
  },
});
