/** Page of a ticket: thanks after sending a message or a book request, and later its state. */
import { data } from "react-router";

import { EmptyState } from "#app/components/empty-state.tsx";
import { Unbroken } from "#app/content/unbroken.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { takeRequestedBook } from "#app/http/requested-book.server.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { findBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { findTicket } from "#shop/people/correspondence/contact.server.ts";
import { isTicketKey } from "#shop/people/correspondence/letter-links.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { longDay } from "#shop/kernel/dates/dates.ts";

import type { Route } from "./+types/ticket.route";

const dayMs = 24 * 60 * 60 * 1000;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, linkKey, now } = context.get(servicesContext);
  const isTheirs = isTicketKey(linkKey, params.ticket, new URL(request.url).searchParams.get("key"));
  const message = isTheirs ? await findTicket(db, params.ticket) : null;
  const found = message ?? (isTheirs ? await findBookRequest(db, params.ticket) : null);
  if (!found) throw data(null, { status: 404 });
  const headers = new Headers();
  const asked = message ? null : takeRequestedBook(headers, request);
  // Without the text, because senders are not verified and anyone with the address can open the page. Only the browser
  // that has just sent a book request sees its title again.
  const ticket = {
    ticket: found.ticket,
    isMessage: message !== null,
    // Only on the first day: letters are deleted after some weeks, and later it is unknown whether one was sent.
    hasLetter: now().getTime() - Date.parse(found.createdAt) < dayMs ? found.hasLetter : null,
    sentOn: longDay(found.createdAt),
    closedOn: found.closedAt === null ? null : longDay(found.closedAt),
    asked,
  };
  return data(ticket, { headers });
}

export function meta({ params, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, `Ticket ${params.ticket}`), { name: "robots", content: "noindex" }];
}

export default function TicketPage({ loaderData }: Route.ComponentProps) {
  const { ticket, isMessage, hasLetter, sentOn, closedOn, asked } = loaderData;
  const [thanks, sent, received] = isMessage
    ? ["Thank you for writing", "You wrote to us", "We received your message"]
    : ["Thank you for asking", "You asked us for a book", "We received your request for a book"];
  const nextStep = isMessage ? "A person will read it and answer" : "A person will look for it and write";
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title={closedOn ? "Answered" : thanks} heading="h1">
        {asked && (
          <p className="mb-3 font-display text-title wrap-anywhere" lang={detectLanguage(asked.title)}>
            {asked.title}
          </p>
        )}
        <p>
          Your ticket is <strong className="font-semibold whitespace-nowrap">{ticket}</strong>.
        </p>
        <p className="mt-3">
          <Unbroken
            text={
              closedOn
                ? `${sent} on ${sentOn}, and we closed this ticket on ${closedOn}. If something is still unresolved, reply to our e-mail or write again.`
                : `${received} on ${sentOn}. ${nextStep} to your e-mail address, usually within two working days. ${letterStateLabel(hasLetter)}`
            }
          />
        </p>
        {isMessage ? (
          <p className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to={href("/faq")}>Read what others asked</ButtonLink>
            <ButtonLink to={href("/")} variant="outline">
              Return to homepage
            </ButtonLink>
          </p>
        ) : (
          <p className="mt-6 flex flex-wrap gap-3">
            {asked?.author ? (
              <ButtonLink to={href("/search", { q: asked.author })} className="wrap-anywhere">
                <span>
                  What we have by <span lang={detectLanguage(asked.author)}>{asked.author}</span>
                </span>
              </ButtonLink>
            ) : (
              <ButtonLink to={href("/categories")}>Walk along the shelves</ButtonLink>
            )}
            <ButtonLink to={href("/best-sellers")} variant="outline">
              See the best sellers
            </ButtonLink>
          </p>
        )}
      </EmptyState>
    </div>
  );
}

function letterStateLabel(hasLetter: boolean | null): string {
  if (hasLetter === null) return "";
  return hasLetter
    ? "An e-mail with this ticket is on its way to you."
    : "Please write the ticket down: we have sent several e-mails to your address today, so we do not send it to you by e-mail.";
}
