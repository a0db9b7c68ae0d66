import type { ReactNode } from "react";
import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { IssueProgress } from "#shop/people/correspondence/send-issue.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";

const inWords = (count: number) => count.toLocaleString("en-IN");

/** The button that sends an issue to all subscribers, or the progress of one that was sent. */
export function SendIssue({ progress }: { progress: IssueProgress }) {
  const { id, sentAt, isWritten, letters, sent, failed, waiting } = progress;
  if (sentAt !== null)
    return (
      <section aria-label="Progress">
        <p className="font-semibold">
          {inWords(sent)} of {formatCount(letters + (isWritten ? 0 : waiting), "letter")} sent.
        </p>
        {failed > 0 && (
          <p>{formatCount(failed, "letter")} could not be sent. The page Today has a button to try again.</p>
        )}
        <p className="text-small text-quiet">Started on {sentAt}. E-mails that somebody waits for are sent first.</p>
        {sent + failed < letters + (isWritten ? 0 : waiting) && (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/newsletter", { issue: id })}
            preventScrollReset
          >
            Refresh
          </Link>
        )}
        {isWritten && waiting > 0 && (
          <SendForm id={id} label="Send it to them">
            <b>{formatCount(waiting, "reader")}</b> subscribed since then.
          </SendForm>
        )}
      </section>
    );
  if (waiting === 0) return null;
  return (
    <SendForm id={id} label="Send it to all">
      It is sent to <b>{formatCount(waiting, "subscriber")}</b> with a confirmed address.
    </SendForm>
  );
}

function SendForm({ id, label, children }: { id: number; label: string; children: ReactNode }) {
  return (
    <Form method="post" action={deskHref("/newsletter", { issue: id })} className="grid gap-3">
      <input type="hidden" name="intent" value="people.send-newsletter" />
      <input type="hidden" name="issue" value={id} />
      <p>{children} The shop’s page of the newsletter shows it too. A sent letter cannot be undone.</p>
      <p>
        <Button>{label}</Button>
      </p>
    </Form>
  );
}
