import { servicesContext } from "#app/http/context.ts";
import { TicketPage } from "#desk/components/ticket-page.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findReorderBooks, type BookInShop } from "#shop/catalogue/editing/find-reorder-books.server.ts";
import { listBookRequests } from "#shop/people/correspondence/book-requests.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";

import type { Route } from "./+types/route";

/** Lists readers' requests for books: the open ones, or those that were closed last. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const isClosed = new URL(args.request.url).searchParams.get("which") === "closed";
  const { db } = args.context.get(servicesContext);
  const requests = await listBookRequests(db, isClosed ? "closed" : "open");
  const inShop = await findReorderBooks(db, requests);
  const rows = requests.map(({ ticket, title, author, isbn, createdAt, closedAt }) => ({
    ticket,
    to: deskHref("/wanted/:request", { request: ticket }),
    title: title || `ISBN ${isbn}`,
    about: [author && `by ${author}`, describeInShop(inShop.get(ticket))].filter(Boolean).join(", "),
    age: closedAt === null ? shortMoment(createdAt) : `closed ${shortMoment(closedAt)}`,
  }));
  return { isClosed, rows };
}

function describeInShop(book: BookInShop | undefined): string {
  if (!book) return "";
  if (!book.hasIsbn) return "the shop may have it now";
  return book.isListed ? "the shop sells it now" : "the shop has it now, hidden from readers";
}

export const meta = () => [{ title: "Wanted books" }];

export default function WantedBooks({ loaderData }: Route.ComponentProps) {
  const { isClosed, rows } = loaderData;
  return (
    <TicketPage
      title="Wanted books"
      label="Which requests"
      path="/wanted"
      isClosed={isClosed}
      rows={rows}
      none={isClosed ? "No request was closed in the last year." : "No book requests are waiting for an answer."}
    />
  );
}
