/** The desk's page of the newsletter: writes, tests and sends an issue, and lists the last ones. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { parseIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { findIssueProgress, listIssues } from "#shop/people/correspondence/send-issue.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { newsletterActions } from "./actions.server.ts";
import { IssuePreview } from "./issue-preview.tsx";
import { SendIssue } from "./send-issue.tsx";
import { WriteIssue } from "./write-issue.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "people" });
  const { db, settings } = args.context.get(servicesContext);
  const given = new URL(args.request.url).searchParams.get("issue") ?? "";
  const [progress, issues] = await Promise.all([
    /^[1-9]\d{0,14}$/.test(given) ? findIssueProgress(db, Number(given)) : null,
    listIssues(db),
  ]);
  const parsed = progress && parseIssue(progress.words);
  return {
    address: staff.address,
    shopName: settings.name,
    progress: progress && { ...progress, sentAt: progress.sentAt && shortDay(progress.sentAt) },
    issue: parsed?.ok ? parsed.issue : null,
    issues: issues.map(({ sentAt, ...issue }) => ({ ...issue, sentAt: sentAt && shortDay(sentAt) })),
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, newsletterActions, (_, answer) => {
    if (!("issueId" in answer)) return { preview: answer };
    const { issueId, words } = answer;
    return redirectWithFlash(args.request, deskHref("/newsletter", { issue: issueId }), words);
  });
}

export const meta = () => [{ title: "Newsletter" }];

export default function Newsletter({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { address, shopName, progress, issue, issues } = loaderData;
  const preview = answer && "preview" in answer ? answer.preview : null;
  const trouble = answer && "errors" in answer ? answer : null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Newsletter</h1>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid items-start gap-8 xl:grid-cols-2">
        <WriteIssue
          key={progress?.id ?? 0}
          address={address}
          words={progress?.words ?? ""}
          typed={preview ?? trouble?.values ?? null}
          errors={trouble?.errors ?? {}}
        />
        {preview && <IssuePreview issue={preview.issue} shopName={shopName} />}
        {!preview && progress && issue && (
          <div className="grid gap-5">
            <IssuePreview issue={issue} shopName={shopName} />
            <SendIssue progress={progress} />
          </div>
        )}
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
