import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { invitationSecret } from "#shop/people/staff/invitations.server.ts";
import { listInvitations, listStaff } from "#shop/people/staff/staff.server.ts";
import { staffActions } from "./actions.server.ts";
import { InviteForm } from "./invite-form.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { RoleTable } from "./role-table.tsx";
import { StaffList } from "./staff-list.tsx";

import type { Route } from "./+types/route";

/** Lists staff with their sign-ins, and open invitations. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "staff" });
  const { db, now } = args.context.get(servicesContext);
  const [people, invitations] = await Promise.all([listStaff(db, now()), listInvitations(db, now())]);
  return { people, invitations, ownId: staff.id };
}

export async function action(args: Route.ActionArgs) {
  const { settings, linkKey } = args.context.get(servicesContext);
  return answerAction(args, staffActions, (_, answer) => {
    // The link is shown only once, on this page.
    if (typeof answer !== "string") {
      const { id, address, role } = answer;
      const link = `${settings.deskUrl}/invitations/${invitationSecret(linkKey, String(id))}`;
      return data({ invited: { link, address, role } });
    }
    return redirectWithFlash(args.request, deskHref("/staff"), answer);
  });
}

export const meta = () => [{ title: "Staff" }];

export default function Staff({ loaderData, actionData: came }: Route.ComponentProps) {
  const { people, invitations, ownId } = loaderData;
  const invited = came && "invited" in came ? came.invited : null;
  const trouble = came && "action" in came ? came : null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Staff</h1>
        <ActionBanner trouble={trouble} />
      </div>
      <StaffList people={people} ownId={ownId} />
      <div className="grid gap-8 lg:grid-cols-2">
        <InviteForm invited={invited} trouble={trouble?.action === "staff.invite" ? trouble : null} />
        <OpenInvitations invitations={invitations} />
      </div>
      <RoleTable />
    </div>
  );
}
