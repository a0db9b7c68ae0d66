import { leaveLink } from "#shop/correspondence/letter-links.server.ts";
import { listNewsletterReaders } from "#shop/correspondence/newsletter.server.ts";
import { asTable, type Command } from "./command.ts";

export const newsletterList: Command = {
  name: "newsletter list",
  words: "",
  says: "Lists the readers of the newsletter, each with the link to leave that every issue must carry.",
  options: {},
  async run({ services }) {
    const readers = (await listNewsletterReaders(services.db)).map(({ email, confirmedAt, token }) => ({
      email,
      confirmedAt,
      leaveUrl: leaveLink(services.settings.publicUrl, token),
    }));
    const rows = readers.map(({ email, confirmedAt, leaveUrl }) => [email, confirmedAt.slice(0, 10), leaveUrl]);
    return { data: readers, lines: rows.length ? asTable(["E-mail", "Since", "Leave"], rows) : ["Nobody yet."] };
  },
};
