import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { chooseDailyLetter } from "#shop/people/staff/daily-letters.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";
import { endStaffSessions } from "#shop/people/staff/sessions.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { removePasskey } from "#desk/pages/passkey/actions.server.ts";
import { makeCodes } from "#desk/pages/passkey/recovery-actions.server.ts";

/** Ends all other sessions of the signed-in person. */
export const signOutElsewhere = deskAction({
  name: "session.sign-out-elsewhere",
  does: "sign out elsewhere",
  cannotUndo: "only a new sign-in begins a session",
  needs: "own-sign-in",
  proof: "passkey",
  read: () => ({ ok: true, input: null }),
  async run({ services: { db }, session: { id, staff } }) {
    const count = await endStaffSessions(db, staff.id, id);
    if (count === 0) return { answer: "You are not signed in anywhere else.", entry: null };
    const words = `Signed out of ${formatCount(count, "other browser")}.`;
    return { answer: words, entry: { action: "session.sign-out-elsewhere", words, subject: `staff ${staff.id}` } };
  },
});

/** Switches the owner's daily letter on or off. */
export const chooseOwnDailyLetter = deskAction({
  name: "staff.daily-letter",
  does: "switch the daily letter on or off",
  cannotUndo: "the letter can be switched back on the same page",
  needs: "daily-letter",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ wanted: z.enum(["yes", "no"], "Choose yes or no.") })),
  async run({ services: { db }, session: { staff } }, { wanted }) {
    const isWanted = wanted === "yes";
    const isChanged = await chooseDailyLetter(db, staff.id, isWanted);
    const answer = isWanted
      ? "You will get the letter every morning."
      : "You will not get the morning letter any more.";
    if (!isChanged) return { answer, entry: null };
    const words = `Switched their own daily letter ${isWanted ? "on" : "off"}.`;
    return { answer, entry: { action: "staff.daily-letter", words, subject: `staff ${staff.id}` } };
  },
});

export const ownActions = [signOutElsewhere, removePasskey, makeCodes, chooseOwnDailyLetter] as const;
