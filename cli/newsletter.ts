import { unsubscribeLink } from "#shop/people/correspondence/letter-links.server.ts";
import { listSubscribers } from "#shop/people/correspondence/newsletter.server.ts";
import { sendIssue, tryIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { command, formatTable, UsageError } from "./command.ts";
import { readTextFile } from "./read-text-file.ts";

export const newsletterList = command({
  name: "newsletter list",
  positionals: "",
  description: "Lists the subscribers of the newsletter, each with the link to unsubscribe.",
  options: {},
  async run({ services }) {
    const subscribers = (await listSubscribers(services.db)).map(({ email, confirmedAt, token }) => ({
      email,
      confirmedAt,
      unsubscribeUrl: unsubscribeLink(services.settings.publicUrl, token),
    }));
    const rows = subscribers.map(({ email, confirmedAt, unsubscribeUrl }) => [
      email,
      shortDay(confirmedAt),
      unsubscribeUrl,
    ]);
    return {
      data: subscribers,
      lines: rows.length ? formatTable(["E-mail", "Since", "Unsubscribe link"], rows) : ["Nobody yet."],
    };
  },
});

export const newsletterSend = command({
  name: "newsletter send",
  noted: { action: "people.send-newsletter", words: "Began to send the newsletter" },
  positionals: "FILE",
  description: "Sends an issue to your own address first, then, with --everyone, to every subscriber.",
  options: { everyone: { type: "boolean", description: "to all subscribers; nobody gets the same issue twice" } },
  example: "rains.md --everyone",
  async run({ services, positionals: [file], options, progress }) {
    const isToAll = options.everyone === true;
    const text = await readTextFile(file);
    if (isToAll) progress("Writing the letters. Leave the command running; if it is interrupted, give it again.");
    const sent = await (isToAll ? sendIssue(services, text) : tryIssue(services, text));
    if (!sent.ok) {
      throw new UsageError(
        sent.reason === "unreadable"
          ? `${sent.problem} (${file})`
          : `Read it first: npm run shop -- newsletter send ${file}. It is then sent to ${services.settings.seller.email}.`,
      );
    }
    const subscribers = counted(sent.subscribers, "subscriber");
    const toYou = sent.letters === 1 ? "goes" : "went";
    return {
      data: { letters: sent.letters, subscribers: sent.subscribers, isTrial: !isToAll },
      lines: [
        isToAll
          ? `The issue goes to ${subscribers} now; the open shop sends the letters one after the other.`
          : `The issue ${toYou} to ${services.settings.seller.email}${sent.letters === 1 ? "" : " before, in these words"}. When it is right: npm run shop -- newsletter send ${file} --everyone (${subscribers}).`,
      ],
    };
  },
});
