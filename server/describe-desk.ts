import { inviteFirstOwner } from "#shop/people/staff/invitations.server.ts";
import type { Services } from "#shop/services.ts";
import { deskWarning } from "./config/desk-config.ts";
import type { Config } from "./config/config.ts";

/**
 * Returns the lines about the desk that are printed at the start: its address, or how to enable it. While the desk has
 * no owner, they include a link that makes the first owner; each start creates a new link.
 */
export async function describeDesk(services: Services, config: Pick<Config, "desk" | "google">): Promise<string[]> {
  const { desk, google } = config;
  if (desk.isDisabled) return [desk.why];
  const warning = deskWarning(desk, google);
  const secret = await inviteFirstOwner(services, { actor: "shop" });
  return [
    secret === null
      ? `The desk is at ${desk.url}`
      : `The desk has no owner yet. The person who opens this link within 30 minutes and signs in becomes the owner: ${invitationUrl(desk.url, secret)}`,
    ...(warning ? [warning] : []),
  ];
}

/** The address of an invitation at the desk. */
export function invitationUrl(deskUrl: string, secret: string): string {
  return `${deskUrl}/invitations/${secret}`;
}
