/** The actions of the newsletter page: preview an issue, send a trial letter, and send it to all subscribers. */
import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { parseIssue, type NewsletterIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { findIssueProgress, startIssue, sendTestIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { deskTextField } from "#shop/kernel/forms/line-field.ts";

const issue = z.object({
  subject: z
    .string()
    .max(300, "Write at most 150 characters.")
    .transform(cleanText)
    .pipe(z.string().min(1, "Write the subject.").max(150, "Write at most 150 characters.")),
  text: deskTextField(19_000, "Write the letter."),
});

/** The answer of an action: the issue and a message. */
export interface NewsletterAnswer {
  issueId: number;
  words: string;
}

/** An issue for the preview, and the typed text. */
export interface NewsletterPreview {
  issue: NewsletterIssue;
  subject: string;
  text: string;
}

/** Previews an issue without sending it. */
export const previewNewsletter = deskAction({
  name: "people.preview-newsletter",
  isRepeated: true,
  does: "preview a newsletter",
  cannotUndo: "nothing is saved",
  needs: "people",
  proof: "passkey",
  read: (form) => readForm(form, issue),
  async run(_, { subject, text }): Promise<{ answer: NewsletterPreview; entry: null }> {
    const parsed = parseIssue(`# ${subject}\n\n${text}`);
    if (!parsed.ok) throw new ActionRefused(parsed.problem);
    return { answer: { issue: parsed.issue, subject, text }, entry: null };
  },
});

/** Sends an issue only to its author. */
export const tryNewsletter = deskAction({
  name: "people.try-newsletter",
  does: "test a newsletter",
  cannotUndo: "the letter is sent",
  needs: "people",
  proof: "passkey",
  read: (form) => readForm(form, issue),
  async run({ services, session }, { subject, text }) {
    const tried = await sendTestIssue(services, `# ${subject}\n\n${text}`, session.staff.address);
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

export const newsletterActions = [previewNewsletter, tryNewsletter, sendNewsletter] as const;
