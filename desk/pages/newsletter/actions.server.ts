/** The actions of the newsletter page: preview an issue, send a trial letter, and send it to all subscribers. */
import { z } from "zod";

import { findTypedBooks, type TypedField } from "#desk/http/books/typed-books.server.ts";
import { describeDeadLinks } from "#shop/office/pages/describe-dead-links.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { parseIssue, writeIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { findIssueProgress, startIssue, sendTestIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { describeLetterShop } from "#shop/office/letters/describe-letter-shop.ts";
import { renderIssue } from "#shop/office/letters/readers/newsletter-issue.server.ts";
import type { Services } from "#shop/services.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";

const issueForm = z.object({
  subject: z
    .string()
    .max(300, "Write at most 150 characters.")
    .transform(cleanText)
    .pipe(z.string().min(1, "Write the subject.").max(150, "Write at most 150 characters.")),
  text: deskTextField(19_000, "Write the letter."),
});

/** The form fields of the books that follow the text, in order. */
export const issueBookFields = Array.from({ length: 8 }, (_, place) => `book-${place}`);

type IssueInput = z.infer<typeof issueForm> & { named: TypedField[]; isText: boolean };

/** Reads the form of an issue. */
function readIssue(form: FormData): ReadAction<IssueInput> {
  const read = readForm(form, issueForm);
  if (!read.ok) return read;
  const typed = readTexts(form);
  const named = issueBookFields.flatMap((field) => (typed[field] ? [{ field, text: typed[field] }] : []));
  return { ok: true, input: { ...read.input, named, isText: typed.as === "text" } };
}

/** The words of an issue with its books; refuses unknown books, and links that lead nowhere. */
async function wordsOf(db: Services["db"], { subject, text, named }: IssueInput): Promise<string> {
  const { books, errors } = await findTypedBooks(db, named);
  const dead = await describeDeadLinks(db, text);
  refuseFields({ ...errors, ...(dead !== null && { text: dead }) });
  return writeIssue(subject, text, books);
}

/** The answer of an action: the issue and a message. */
export interface NewsletterAnswer {
  issueId: number;
  words: string;
}

/** Renders an issue as the e-mail that it will be, without sending it. */
export const previewNewsletter = deskAction({
  name: "people.preview-newsletter",
  isRepeated: true,
  does: "preview a newsletter",
  cannotUndo: "nothing is saved",
  needs: "people",
  proof: "passkey",
  read: readIssue,
  async run({ services }, input) {
    const parsed = parseIssue(await wordsOf(services.db, input));
    if (!parsed.ok) throw new ActionRefused(parsed.problem);
    const { html, text } = await renderIssue(services, parsed.issue, describeLetterShop(services.settings));
    return { answer: { html, text, isText: input.isText }, entry: null };
  },
});

/** Sends an issue only to its author. */
export const tryNewsletter = deskAction({
  name: "people.try-newsletter",
  does: "test a newsletter",
  cannotUndo: "the letter is sent",
  needs: "people",
  proof: "passkey",
  read: readIssue,
  async run({ services, session }, input) {
    const tried = await sendTestIssue(services, await wordsOf(services.db, input), session.staff.address);
    if (!tried.ok) throw new ActionRefused(tried.problem);
    const { issueId, letters } = tried;
    const answer: NewsletterAnswer = {
      issueId,
      words:
        letters === 1
          ? `It is being sent to ${session.staff.address}. Read it there before you send it to all.`
          : `Exactly this text was already sent to ${session.staff.address}.`,
    };
    const words = `Sent issue ${issueId} of the newsletter to themselves.`;
    const entry = { action: "people.try-newsletter", words, subject: `issue ${issueId}` };
    return { answer, entry: letters === 1 ? entry : null };
  },
});

/** Sends an issue to all confirmed subscribers. */
export const sendNewsletter = deskAction({
  name: "people.send-newsletter",
  does: "send a newsletter to all",
  cannotUndo: "the letters are sent",
  needs: "people",
  proof: "fresh passkey",
  read: (form) => readForm(form, z.object({ issue: z.string().regex(/^[1-9]\d{0,14}$/, "Choose an issue.") })),
  async run({ services }, { issue }) {
    const issueId = Number(issue);
    const found = await findIssueProgress(services.db, issueId);
    if (!found) throw new ActionRefused("There is no such issue.");
    if (found.sentAt === null && found.waiting === 0) throw new ActionRefused("The newsletter has no subscribers yet.");
    if (found.waiting === 0 || !(await startIssue(services, issueId)))
      throw new ActionRefused("This issue is already being sent to all subscribers, and cannot be sent twice.");
    const subscribers = formatCount(found.waiting, "subscriber");
    const answer: NewsletterAnswer = { issueId, words: `It is being sent to ${subscribers}.` };
    const words = `Began to send issue ${issueId} of the newsletter to ${subscribers}.`;
    return {
      answer,
      entry: {
        action: "people.send-newsletter",
        words,
        subject: `issue ${issueId}`,
        after: { subscribers: found.waiting },
      },
    };
  },
});

export const newsletterActions = [tryNewsletter, sendNewsletter] as const;
