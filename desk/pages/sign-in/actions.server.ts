import { deskAction } from "#shop/people/staff/run-action.server.ts";
import { endStaffSession } from "#shop/people/staff/sessions.server.ts";

/** Ends this browser's session. */
export const signOut = deskAction({
  name: "session.sign-out",
  does: "sign out",
  cannotUndo: "only a new sign-in begins a session",
  needs: "own-sign-in",
  proof: "google",
  read: () => ({ ok: true, input: null }),
  async run({ services: { db }, session }) {
    await endStaffSession(db, session.staff.id, session.id);
    return { answer: null, entry: { action: "session.sign-out", words: "Signed out." } };
  },
});
