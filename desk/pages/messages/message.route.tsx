import { data, Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { AnswerForm } from "#desk/components/forms/answer-form.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { GivenAnswer } from "#desk/components/forms/given-answer.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findTicket } from "#shop/people/correspondence/contact.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { messageActions } from "./actions.server.ts";

import type { Route } from "./+types/message.route";

/** Loads a reader's message with its answers. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const ticket = args.params.ticket ?? "";
  const message = await findTicket(args.context.get(servicesContext).db, ticket);
  if (!message) throw data(`There is no message ${ticket.slice(0, 20)}. It may have been deleted.`, { status: 404 });
  return { message };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, messageActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/messages"), answer),
  );
}

export const meta = ({ params }: { params: { ticket?: string } }) => [{ title: `Message ${params.ticket ?? ""}` }];

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { ticket, subject, name, email, message, createdAt, closedAt, answer } = loaderData.message;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/messages")}>Messages</BackLink>
      <h1 className="text-h3" lang={detectLanguage(subject)}>
        {subject}
      </h1>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-5 break-words">
        <bdi>{name}</bdi>
        <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`mailto:${email}`}>
          {email}
        </a>
        <Link
          className="link inline-flex min-h-6 items-center max-sm:min-h-11"
          to={deskHref("/orders", { text: email })}
        >
          Orders with this address
        </Link>
      </p>
      <p className="text-small text-quiet">
        {ticket}, <span className="whitespace-nowrap">{longMoment(createdAt)}</span>
      </p>
      <ActionBanner trouble={trouble} />
      <p className="desk-card mt-5 max-w-measure p-4 break-words whitespace-pre-wrap" lang={detectLanguage(message)}>
        {message}
      </p>
      {closedAt === null ? (
        <AnswerForm
          ticket={ticket}
          email={email}
          intents={{ answer: "people.answer-message", close: "people.close-message" }}
          trouble={trouble}
        />
      ) : (
        <GivenAnswer answer={answer} closedAt={closedAt} />
      )}
    </div>
  );
}
