import { href } from "#routing/href.ts";
import { closeBookRequest, listBookRequests } from "#shop/people/correspondence/book-requests.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { command, formatTable, record, UsageError } from "./command.ts";

export const bookRequestsList = command({
  name: "book-requests list",
  positionals: "",
  description: "Lists books that readers ask for, oldest first, and which of them the shop sells by now.",
  options: { closed: { type: "boolean", description: "the closed ones instead, newest first, at most 50" } },
  async run({ services, options }) {
    const requests = await listBookRequests(services.db, options.closed === true ? "closed" : "open");
    const rows = requests.map(({ ticket, createdAt, title, author, isbn, email, bookId }) => [
      ticket,
      shortMoment(createdAt),
      title,
      author,
      isbn ?? "",
      email,
      bookId === null ? "" : href("/books/:bookId", { bookId }),
    ]);
    return {
      data: requests,
      lines: rows.length
        ? formatTable(["Ticket", "Asked", "Title", "Author", "ISBN", "E-mail", "In the shop by now"], rows)
        : [options.closed === true ? "No requests are closed." : "No requests wait."],
    };
  },
});

export const bookRequestsClose = command({
  name: "book-requests close",
  positionals: "TICKET",
  description: "Closes the ticket of a request that was answered.",
  options: {},
  async run(context) {
    const number = context.positionals[0].toUpperCase();
    const isClosed = await record(
      context,
      (services) => closeBookRequest(services, number),
      (isClosed) =>
        isClosed
          ? { action: "people.close-request", words: `Closed the request ${number}.`, subject: `ticket ${number}` }
          : null,
    );
    if (!isClosed) {
      throw new UsageError(`There is no open request ${number}.`);
    }
    return { data: { ticket: number }, lines: [`${number} is closed.`] };
  },
});
