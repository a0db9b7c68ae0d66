/** The desk's page of one request for a book, with its answers. */
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
import { findReorderBooks } from "#shop/catalogue/editing/find-reorder-books.server.ts";
import { findBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { may } from "#shop/people/staff/roles.ts";
import { requestActions } from "./actions.server.ts";

import type { Route } from "./+types/wanted-book.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "people" });
  const ticket = args.params.request ?? "";
  const { db, settings } = args.context.get(servicesContext);
  const request = await findBookRequest(db, ticket);
  if (!request) throw data(`There is no request ${ticket.slice(0, 20)}. It may have been deleted.`, { status: 404 });
  const { bookId } = request;
  const bookUrl = bookId === null ? null : `${settings.publicUrl}/books/${encodeURIComponent(bookId)}`;
  const inShop = (await findReorderBooks(db, [request])).get(request.ticket) ?? null;
  return { request, bookUrl, inShop, mayAdd: may(staff.role, "books") };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, requestActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/wanted"), answer),
  );
}

export const meta = ({ params }: { params: { request?: string } }) => [
  { title: `Wanted book ${params.request ?? ""}` },
];

export default function WantedBook({ loaderData, actionData }: Route.ComponentProps) {
  const { request, bookUrl, inShop, mayAdd } = loaderData;
  const { ticket, title, author, isbn, email, createdAt, closedAt, answer } = request;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/wanted")}>Wanted books</BackLink>
      <h1 className="text-h3" lang={detectLanguage(title)}>
        {title || `ISBN ${isbn}`}
      </h1>
      {(author || (title && isbn)) && (
        <p className="mt-1 break-words">
          {[author && `by ${author}`, title && isbn && `ISBN ${isbn}`].filter(Boolean).join(", ")}
        </p>
      )}
      <p className="mt-1 break-words">
        Asked for by{" "}
        <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
      <p className="text-small text-quiet">
        {ticket}, <span className="whitespace-nowrap">{longMoment(createdAt)}</span>
      </p>
      <ActionBanner trouble={trouble} />
      {bookUrl && (
        <p className="mt-4">
          The shop sells it now:{" "}
          <a className="link" href={bookUrl} rel="noreferrer">
            its page
          </a>
          . The answer links to it.
        </p>
      )}
      {inShop && (!inShop.hasIsbn || !inShop.isListed) && (
        <p className="mt-4">
          {inShop.hasIsbn ? "The shop has it now, hidden from readers: " : "The shop may have it now: "}
          <Link className="link" to={deskHref("/books/:book", { book: inShop.id })}>
            <cite lang={detectLanguage(inShop.title)} className="not-italic">
              {inShop.title}
            </cite>
            {inShop.authors.length > 0 && <span>{`, by ${inShop.authors.join(", ")}`}</span>}
          </Link>
        </p>
      )}
      {mayAdd && closedAt === null && !inShop?.hasIsbn && (
        <p className="mt-2">
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/books/new", {
              from: `wanted-${ticket}`,
              isbn,
              title: title || null,
              author: author || null,
            })}
          >
            Add this book to the shop
          </Link>
        </p>
      )}
      {closedAt === null ? (
        <AnswerForm
          ticket={ticket}
          email={email}
          intents={{ answer: "people.answer-request", close: "people.close-request" }}
          trouble={trouble}
        />
      ) : (
        <GivenAnswer answer={answer} closedAt={closedAt} />
      )}
    </div>
  );
}
