import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { findInvitationLetter } from "#shop/people/staff/invitations.server.ts";
import { capabilities, may, oneOf, roles, type Role } from "#shop/people/staff/roles.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkToDesk } from "#shop/office/letters/link-to.ts";

interface StaffInvitation {
  /** The secret of the link; anybody who has it can open the link. */
  secret: string;
  role: Role;
  /** Empty for an invitation from the command line. */
  invitedBy: string;
  /** ISO timestamp. */
  expiresAt: string;
}

/** Invites a person to work at the desk. */
export const staffInvitation: LetterType<StaffInvitation, "staff-invitation"> = {
  load: (services, { facts }) =>
    services.settings.deskUrl === null ? Promise.resolve(null) : findInvitationLetter(services, facts.invitationId),
  write({ secret, role, invitedBy, expiresAt }, shop) {
    const name = cleanText(shop.name);
    const who = shorten(cleanText(invitedBy), 60);
    const words = typedKeys(capabilities).flatMap((capability) =>
      capability !== "own-sign-in" && may(role, capability) ? [capabilities[capability].words] : [],
    );
    return {
      subject: who ? `${who} invites you to work at ${name}` : `You are invited to work at ${name}`,
      preheader: `As ${oneOf(role)}. The link works for a week.`,
      heading: "You are invited",
      greeting: "Hello,",
      paragraphs: [
        `${who ? `${who} invites you` : "You are invited"} to work for ${name} as ${oneOf(role)}. The desk is the set of pages for the people who run the shop. There you may ${words.join("; ")}.`,
        "Open the link below and sign in with the Google account of this e-mail address; with another one it does not work. Afterwards your phone or computer is asked for a passkey, which is a second proof that it is you.",
      ],
      facts: [
        { label: "Your role", value: roles[role] },
        { label: "The link works once. It expires on", value: longMoment(expiresAt) },
      ],
      action: { label: "Accept the invitation", url: linkToDesk(`/invitations/${secret}`, shop.deskUrl) },
      links: [],
      note: "Keep the link to yourself. If you do not know who invited you, do nothing: nobody else can accept this invitation.",
      because: `You get this e-mail because this address was invited to work at ${name}.`,
    };
  },
  sample: {
    secret: "kq3J5u0mV8t1nYcR7xWb2pLdZa9sQeGf4hTiOoUjXyM",
    role: "packer",
    invitedBy: "Asha Rao",
    expiresAt: "2026-11-28T10:23:00.000Z",
  },
  otherSamples: {
    "staff-invitation-from-the-machine": {
      secret: "kq3J5u0mV8t1nYcR7xWb2pLdZa9sQeGf4hTiOoUjXyM",
      role: "owner",
      invitedBy: "",
      expiresAt: "2026-11-28T10:23:00.000Z",
    },
  },
};
