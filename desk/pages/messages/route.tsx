import { servicesContext } from "#app/http/context.ts";
import { TicketPage } from "#desk/components/ticket-page.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listTickets } from "#shop/people/correspondence/contact.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";

import type { Route } from "./+types/route";

/** Lists readers' messages: the open ones, or those that were closed last. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const isClosed = new URL(args.request.url).searchParams.get("which") === "closed";
  const tickets = await listTickets(args.context.get(servicesContext).db, isClosed ? "closed" : "open");
  const rows = tickets.map(({ ticket, subject, name, createdAt, closedAt }) => ({
    ticket,
    to: deskHref("/messages/:ticket", { ticket }),
    title: subject,
    about: name,
    age: closedAt === null ? shortMoment(createdAt) : `closed ${shortMoment(closedAt)}`,
  }));
  return { isClosed, rows };
}

export const meta = () => [{ title: "Messages" }];

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { isClosed, rows } = loaderData;
  return (
    <TicketPage
      title="Messages"
      label="Which messages"
      path="/messages"
      isClosed={isClosed}
      rows={rows}
      none={isClosed ? "No message was closed in the last year." : "No message is waiting for an answer."}
    />
  );
}
