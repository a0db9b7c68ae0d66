/** The commands that list, invite and remove staff, and reset their passkeys. */
import { invitationUrl } from "#server/describe-desk.ts";
import { writeAuditLog, recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import type { Services } from "#shop/services.ts";
import { inviteFirstOwner, insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { resetPasskeys } from "#shop/people/staff/passkeys.server.ts";
import { isRole, oneOf, roles } from "#shop/people/staff/roles.ts";
import type { StaffMember } from "#shop/people/staff/sessions.server.ts";
import { findStaffMember, listInvitations, listStaff, removeStaff } from "#shop/people/staff/staff.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, commandLine, formatTable, UsageError, type Command } from "./command.ts";

const roleWords = Object.keys(roles).join(", ");

export const staffList: Command = {
  name: "staff list",
  positionals: "",
  description: "Lists the staff of the desk, and open invitations.",
  options: {},
  async run({ services: { db, now } }) {
    const [people, invited] = await Promise.all([listStaff(db, now()), listInvitations(db, now())]);
    const rows = [
      ...people.map(({ name, address, role, passkeys, sessions }) => [
        name,
        address,
        roles[role],
        formatCount(passkeys.length, "passkey"),
        sessions[0] ? `last seen ${shortMoment(sessions[0].seenAt)}` : "not signed in",
      ]),
      ...invited.map(({ address, role, expiresAt }) => [
        "",
        address,
        roles[role],
        "",
        `invited until ${shortMoment(expiresAt)}`,
      ]),
    ];
    return {
      data: {
        staff: people.map(({ id, name, address, role, joinedAt }) => ({ id, name, address, role, joinedAt })),
        invited,
      },
      lines: rows.length
        ? formatTable(["Name", "E-mail", "Role", "Passkeys", ""], rows)
        : ["There is no staff yet. To add the first owner: npm run shop -- staff invite --owner"],
    };
  },
};

export const staffInvite: Command = {
  name: "staff invite",
  positionals: "[ADDRESS]",
  description: "Makes the link for the first owner of the desk, or sends an invitation, which is valid for a week.",
  options: {
    owner: {
      type: "boolean",
      description: "for the first owner: the person who opens the link within 30 minutes and signs in",
    },
    role: { type: "string", value: "ROLE", description: `what the invited person may do: ${roleWords}` },
  },
  example: "ravi@example.com --role packer",
  async run(context) {
    const { services, options } = context;
    const [address] = context.positionals;
    const { deskUrl } = services.settings;
    if (deskUrl === null)
      throw new UsageError(
        "The desk is disabled, so invitations are not possible. The output of npm start explains how to enable it.",
      );
    if (options.owner === true) {
      if (address !== undefined || options.role !== undefined)
        throw new UsageError("--owner takes no address: the link works for the person who opens it.");
      const secret = await inviteFirstOwner(services, commandLine);
      if (secret === null)
        throw new UsageError(
          "The desk has an owner already. To invite another one: npm run shop -- staff invite ADDRESS --role owner",
        );
      const link = invitationUrl(deskUrl, secret);
      return {
        data: { link },
        lines: [
          link,
          "",
          "The person who opens this link within 30 minutes and signs in becomes the owner of the desk.",
        ],
      };
    }
    if (address === undefined) throw new UsageError("Give the address to invite, or --owner for the first owner.");
    if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254)
      throw new UsageError(`"${address}" is not an e-mail address.`);
    const role = String(options.role ?? "");
    if (!isRole(role)) throw new UsageError(`Give the role of the person with --role: ${roleWords}.`);
    const secret = await inTransaction(services.db, async (tx) => {
      if (await findStaffMember(tx, { address })) throw new UsageError(`${address} already works at the desk.`);
      const at = services.now();
      const made = await insertStaffInvitation(tx, services.linkKey, { address, role, invitedBy: null, at });
      const words = `Invited ${address} to work here as ${oneOf(role)}.`;
      await writeAuditLog(tx, commandLine, at, { action: "staff.invite", words, after: { address, role } });
      return made;
    });
    const link = invitationUrl(deskUrl, secret);
    return {
      data: { link, address, role },
      lines: [
        link,
        "",
        `${address} gets this link by e-mail. It works once, for a week, and only with the Google account of that address.`,
      ],
    };
  },
};

export const staffRemove = command({
  name: "staff remove",
  positionals: "ADDRESS",
  description: "Removes a member of staff, and signs them out on all devices.",
  options: {},
  example: "ravi@example.com",
  async run({ services, positionals: [address] }) {
    const who = await findOne(services, address);
    const done = await recorded(
      services,
      commandLine,
      ({ db, now }) => removeStaff(db, who.id, now()),
      (done) =>
        done.ok
          ? {
              action: "staff.remove",
              words: `${who.name}, ${roles[who.role].toLowerCase()}, does not work here any more.`,
              subject: `staff ${who.id}`,
              before: { role: who.role, address: who.address },
            }
          : null,
    );
    if (!done.ok)
      throw new UsageError(
        done.trouble === "last-owner"
          ? `${who.name} is the only owner. Invite another one first: npm run shop -- staff invite ADDRESS --role owner`
          : `${who.address} does not work at the desk.`,
      );
    return { data: { address: who.address }, lines: [`${who.name} does not work at the desk any more.`] };
  },
});

export const staffPasskeyReset = command({
  name: "staff passkey reset",
  positionals: "ADDRESS",
  description: "Removes the passkeys of a person who lost theirs; they add a new one at the next sign-in.",
  options: {},
  example: "ravi@example.com",
  async run({ services, positionals: [address] }) {
    const who = await findOne(services, address);
    const count = await recorded(
      services,
      commandLine,
      ({ db }) => resetPasskeys(db, who.id),
      (count) => ({
        action: "staff.reset-passkeys",
        words: `Removed ${formatCount(count, "passkey")} of ${who.name}, who adds a new one at the next sign-in.`,
        subject: `staff ${who.id}`,
      }),
    );
    return {
      data: { address: who.address, removed: count },
      lines: [
        `${formatCount(count, "passkey")} of ${who.name} removed. At the next sign-in the desk asks for a new one.`,
      ],
    };
  },
});

async function findOne({ db }: Services, address: string): Promise<StaffMember> {
  const who = await findStaffMember(db, { address });
  if (!who) throw new UsageError(`No member of staff has the address ${address}. See: npm run shop -- staff list`);
  return who;
}
