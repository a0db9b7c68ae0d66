import { closeTicket, findTicket, listTickets } from "#shop/people/correspondence/contact.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { command, formatTable, record, UsageError } from "./command.ts";

export const contactList = command({
  name: "contact list",
  positionals: "",
  description: "Lists messages from readers that wait for an answer, oldest first.",
  options: { closed: { type: "boolean", description: "the closed ones instead, newest first, at most 50" } },
  async run({ services, options }) {
    const tickets = await listTickets(services.db, options.closed === true ? "closed" : "open");
    const rows = tickets.map(({ ticket, createdAt, name, email, subject }) => [
      ticket,
      shortMoment(createdAt),
      name,
      email,
      subject,
    ]);
    return {
      data: tickets,
      lines: rows.length
        ? formatTable(["Ticket", "Written", "Name", "E-mail", "Subject"], rows)
        : ["No messages wait."],
    };
  },
});

export const contactShow = command({
  name: "contact show",
  positionals: "TICKET",
  description: "Shows one message in full.",
  options: {},
  async run(context) {
    const number = context.positionals[0].toUpperCase();
    const found = await findTicket(context.services.db, number);
    if (!found) throw new UsageError(`There is no ticket ${number}.`);
    const { ticket, name, email, subject, message, createdAt, closedAt } = found;
    return {
      data: found,
      lines: [
        `${ticket}  ${closedAt ? `closed ${shortMoment(closedAt)}` : "open"}`,
        `From:    ${name} <${email}>`,
        `Written: ${shortMoment(createdAt)}`,
        `Subject: ${subject}`,
        "",
        message,
      ],
    };
  },
});

export const contactClose = command({
  name: "contact close",
  positionals: "TICKET",
  description: "Closes the ticket of a message that was answered.",
  options: {},
  async run(context) {
    const number = context.positionals[0].toUpperCase();
    const isClosed = await record(
      context,
      (services) => closeTicket(services, number),
      (isClosed) =>
        isClosed
          ? { action: "people.close-message", words: `Closed the message ${number}.`, subject: `ticket ${number}` }
          : null,
    );
    if (!isClosed) throw new UsageError(`There is no open ticket ${number}.`);
    return { data: { ticket: number }, lines: [`${number} is closed.`] };
  },
});
