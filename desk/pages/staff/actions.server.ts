/** The actions of the page Staff: invite, change roles, remove, end sessions and reset passkeys. */
import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { findInvitation, insertStaffInvitation, withdrawInvitation } from "#shop/people/staff/invitations.server.ts";
import { isRole, oneOf, roles, type Role } from "#shop/people/staff/roles.ts";
import { resetPasskeys } from "#shop/people/staff/passkeys.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { endStaffSessions, type StaffMember } from "#shop/people/staff/sessions.server.ts";
import {
  changeRole as changeRoleOf,
  findStaffMember,
  removeStaff as remove,
  type StaffChange,
} from "#shop/people/staff/staff.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** What these actions require: a fresh passkey, because they change who may use the desk. */
const ofOwners = { needs: "staff", proof: "fresh passkey" } as const;

const chosenRole = z.string().refine(isRole, "Choose a role.");
const invitation = z.object({
  address: deskLineField("an e-mail address", 254).pipe(z.email("Write an e-mail address, such as ravi@example.com.")),
  role: chosenRole,
});

const readStaffId = (form: FormData): ReadAction<{ id: number }> => {
  const id = readTexts(form).staff ?? "";
  if (/^[1-9]\d{0,14}$/.test(id)) return { ok: true, input: { id: Number(id) } };
  return { ok: false, errors: { staff: "Choose a person from the list." } };
};

/**
 * Invites an address by letter. The link works for a week and is shown only once. An older invitation of the same
 * address becomes invalid.
 */
export const inviteStaff = deskAction({
  name: "staff.invite",
  does: "invite somebody",
  cannotUndo: "an invitation can be withdrawn on the same page",
  ...ofOwners,
  read: (form) => readForm(form, invitation),
  async run({ services: { db, linkKey }, session, at }, { address, role }) {
    if (await findStaffMember(db, { address }))
      throw new ActionRefused(`${address} already works at this desk. You can change the role in the list.`);
    const secret = await insertStaffInvitation(db, linkKey, { address, role, invitedBy: session.staff.id, at });
    const words = `Invited ${address} to work here as ${oneOf(role)}.`;
    const invited = await findInvitation(db, { secret }, at);
    if (!invited) throw new Error(`The invitation of ${address} was not kept.`);
    const { id } = invited;
    return { answer: { id, address, role }, entry: { action: "staff.invite", words, after: { address, role } } };
  },
});

/** Withdraws a pending invitation. */
export const withdrawStaffInvitation = deskAction({
  name: "staff.withdraw-invitation",
  does: "withdraw an invitation",
  cannotUndo: "the link may already be known; a new invitation can be sent",
  ...ofOwners,
  read: (form) =>
    readForm(form, z.object({ invitation: z.string().regex(/^[1-9]\d{0,14}$/, "Choose an invitation.") })),
  async run({ services: { db }, at }, { invitation }) {
    const address = await withdrawInvitation(db, Number(invitation), at);
    if (address === null) return { answer: "This invitation is already accepted or withdrawn.", entry: null };
    const words = `Withdrew the invitation of ${address}.`;
    return {
      answer: `The invitation of ${address} is withdrawn.`,
      entry: { action: "staff.withdraw-invitation", words, subject: `invitation ${invitation}` },
    };
  },
});

/** Changes the role of another member of staff. */
export const changeRole = deskAction({
  name: "staff.change-role",
  does: "change somebody’s role",
  cannotUndo: "sessions have ended; the role can be changed again on the same page",
  ...ofOwners,
  changesStaff: true,
  read(form): ReadAction<{ id: number; role: Role }> {
    const [who, role] = [readStaffId(form), readTexts(form).role ?? ""];
    if (!who.ok) return who;
    return isRole(role)
      ? { ok: true, input: { ...who.input, role } }
      : { ok: false, errors: { role: "Choose a role." } };
  },
  async run({ services: { db }, session, at }, { id, role }) {
    if (id === session.staff.id) throw new ActionRefused("You cannot change your own role. Ask another owner.");
    const { before, isChanged } = sound(await changeRoleOf(db, id, role, at));
    const now = oneOf(role);
    const words = `${before.name} is now ${now}, and was ${oneOf(before.role)} before.`;
    if (!isChanged) return { answer: `${before.name} is ${now} already.`, entry: null };
    return {
      answer: `${before.name} is now ${now}, and was signed out everywhere.`,
      entry: {
        action: "staff.change-role",
        words,
        subject: `staff ${id}`,
        before: { role: before.role },
        after: { role },
      },
    };
  },
});

/** Removes a member of staff. */
export const removeStaff = deskAction({
  name: "staff.remove",
  does: "remove somebody",
  cannotUndo: "sessions and passkeys are deleted; the person can be invited again",
  ...ofOwners,
  changesStaff: true,
  read: readStaffId,
  async run({ services: { db }, session, at }, { id }) {
    if (id === session.staff.id) throw new ActionRefused("You cannot remove yourself. Ask another owner.");
    const change = await remove(db, id, at);
    if (!change.ok && change.trouble === "gone")
      return { answer: "This person no longer works at this desk.", entry: null };
    const { before } = sound(change);
    return {
      answer: `${before.name} no longer works at this desk, and was signed out everywhere.`,
      entry: {
        action: "staff.remove",
        words: `${before.name}, ${roles[before.role].toLowerCase()}, does not work here any more.`,
        subject: `staff ${id}`,
        before: { role: before.role, address: before.address },
      },
    };
  },
});

/** Ends all sessions of a member of staff, such as after the loss of a phone. */
export const endSessions = deskAction({
  name: "staff.end-sessions",
  does: "sign somebody out",
  cannotUndo: "only a new sign-in begins a session",
  ...ofOwners,
  read: readStaffId,
  async run({ services: { db }, session }, { id }) {
    const who = await theOne(findStaffMember(db, { id }));
    const count = await endStaffSessions(db, id, session.id);
    const words = `Signed ${who.name} out of ${formatCount(count, "browser")}.`;
    if (count === 0) return { answer: `${who.name} is not signed in anywhere.`, entry: null };
    return { answer: words, entry: { action: "staff.end-sessions", words, subject: `staff ${id}` } };
  },
});

/** Removes a person's lost passkeys. The person adds a new one at the next sign-in. */
export const resetStaffPasskeys = deskAction({
  name: "staff.reset-passkeys",
  does: "reset somebody’s passkeys",
  cannotUndo: "only the person can add a passkey again",
  ...ofOwners,
  read: readStaffId,
  async run({ services: { db }, session }, { id }) {
    if (id === session.staff.id)
      throw new ActionRefused("You add and remove your own passkeys on your own page: click your name.");
    const who = await theOne(findStaffMember(db, { id }));
    const count = await resetPasskeys(db, id);
    if (count === 0) return { answer: `${who.name} has no passkey.`, entry: null };
    const words = `Removed ${formatCount(count, "passkey")} of ${who.name}, who adds a new one at the next sign-in.`;
    return { answer: words, entry: { action: "staff.reset-passkeys", words, subject: `staff ${id}` } };
  },
});

async function theOne(found: Promise<StaffMember | null>): Promise<StaffMember> {
  const who = await found;
  if (!who) throw new ActionRefused("This person no longer works at this desk.");
  return who;
}

function sound(change: StaffChange): Extract<StaffChange, { ok: true }> {
  if (change.ok) return change;
  throw new ActionRefused(
    change.trouble === "last-owner"
      ? "This is the only owner. Make somebody else an owner first."
      : "This person no longer works at this desk.",
  );
}

export const staffActions = [
  inviteStaff,
  withdrawStaffInvitation,
  changeRole,
  removeStaff,
  endSessions,
  resetStaffPasskeys,
] as const;
