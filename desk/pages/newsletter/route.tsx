/** The desk's page of the newsletter: writes, tests and sends an issue, and lists the last ones. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listBooksAtEnd, splitIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { countSubscribers } from "#shop/people/correspondence/newsletter.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readListedBooks } from "#shop/catalogue/editing/list-books.server.ts";
import { knownBooks } from "#desk/http/books/book-choice.ts";
import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { describePickable } from "#desk/http/books/resolve-books.server.ts";
import { findIssueProgress, listIssues } from "#shop/people/correspondence/send-issue.server.ts";
import { listPages } from "#shop/office/pages/pages.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { listLinkTargets } from "#desk/pages/pages/link-targets.ts";
import { issueBookFields, newsletterActions } from "./actions.server.ts";
import { LiveLetter } from "./live-letter.tsx";
import { SendIssue } from "./send-issue.tsx";
import { WriteIssue } from "./write-issue.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "people" });
  const { db, settings } = args.context.get(servicesContext);
  const given = new URL(args.request.url).searchParams.get("issue") ?? "";
  const [progress, issues, subscribers, pages] = await Promise.all([
    /^[1-9]\d{0,14}$/.test(given) ? findIssueProgress(db, Number(given)) : null,
    listIssues(db),
    countSubscribers(db),
    listPages(db),
  ]);
  const words = progress?.words ?? "";
  const { chosen: books, ...texts } = splitIssue(
    words,
    await readListedBooks(db, listBooksAtEnd(words, issueBookFields.length)),
  );
  return {
    address: staff.address,
    subscribers,
    targets: listLinkTargets(pages.filter(({ isShown }) => isShown)),
    shopUrl: settings.publicUrl,
    bookFields: issueBookFields,
    values: { ...texts, ...Object.fromEntries(books.map((book, place) => [`book-${place}`, nameOfBook(book)])) },
    chosen: Object.fromEntries(books.map((book) => [nameOfBook(book), describePickable(book)])),
    progress: progress && { ...progress, sentAt: progress.sentAt && shortDay(progress.sentAt) },
    issues: issues.map(({ sentAt, ...issue }) => ({ ...issue, sentAt: sentAt && shortDay(sentAt) })),
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(
    args,
    newsletterActions,
    (_, { issueId, words }) => redirectWithFlash(args.request, deskHref("/newsletter", { issue: issueId }), words),
    issueBookFields,
  );
}

export const meta = () => [{ title: "Newsletter" }];

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { address, subscribers, bookFields, values, chosen, progress, issues, targets, shopUrl } = loaderData;
  const trouble = actionData ?? null;
  const titles = Object.fromEntries(Object.entries(chosen).map(([name, { title }]) => [name, title]));
  return (
    <div className="desk-page">
      <h1 className="text-h3">Newsletter</h1>
      <p className="mt-1 text-quiet">
        {subscribers === 0
          ? "The newsletter has no subscribers yet."
          : `It goes to ${formatCount(subscribers, "subscriber")} who confirmed.`}
      </p>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="grid min-w-0 gap-6">
          {progress && <SendIssue progress={progress} />}
          <WriteIssue
            key={progress?.id ?? 0}
            values={trouble?.values ?? values}
            books={knownBooks(trouble, titles)}
            errors={trouble?.errors ?? {}}
            {...{ address, bookFields, chosen, targets, shopUrl }}
          />
        </div>
        <LiveLetter key={progress?.id ?? 0} src={deskHref("/newsletter/letter", { issue: progress?.id })} />
      </div>
      {issues.length > 0 && (
        <section aria-labelledby="issues" className="mt-10 max-w-measure">
          <h2 id="issues" className="text-title">
            Earlier issues
          </h2>
          <ul className="mt-2 border-t border-line">
            {issues.map(({ id, subject, sentAt }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
                <Link
                  className="row-link min-w-0 flex-1 break-words"
                  to={deskHref("/newsletter", { issue: id })}
                  lang={detectLanguage(subject)}
                >
                  {subject}
                </Link>
                <span className="text-small text-quiet">
                  {sentAt ? `sent to all on ${sentAt}` : "sent as a test only"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
