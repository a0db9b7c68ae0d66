/** The e-mail of an issue as a page for the frame next to its form: of one that was tried, or as it is in the form. */
import { servicesContext } from "#app/http/context.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { escapeHtml } from "#shop/kernel/mail/html-text.ts";
import { describeLetterShop } from "#shop/office/letters/describe-letter-shop.ts";
import { renderIssue } from "#shop/office/letters/readers/newsletter-issue.server.ts";
import { findIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { issueBookFields, previewNewsletter } from "./actions.server.ts";

import type { Route } from "./+types/letter.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const services = args.context.get(servicesContext);
  const id = args.url.searchParams.get("issue") ?? "";
  const issue = /^[1-9]\d{0,14}$/.test(id) ? await findIssue(services.db, Number(id)) : null;
  if (!issue) return letterPage(asPlain("The e-mail is shown here while you write it."));
  return letterPage((await renderIssue(services, issue, describeLetterShop(services.settings))).html);
}

export async function action(args: Route.ActionArgs) {
  const answer = await answerAction(
    args,
    [previewNewsletter],
    (_, { html, text, isText }) => letterPage(isText ? asPlain(text) : html),
    issueBookFields,
  );
  if (answer instanceof Response) return answer;
  const { problem, errors } = answer.data;
  return letterPage(asPlain([problem, ...Object.values(errors)].filter(Boolean).join("\n")), answer.init?.status);
}

/** Links open in a new tab. Only the desk may frame the page, and nothing but inline styles runs in it. */
function letterPage(html: string, status = 200): Response {
  return new Response(html.replace("<head>", '<head>\n<base target="_blank">'), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    },
  });
}

function asPlain(text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The e-mail</title>
</head>
<body><pre style="white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px;margin:16px">${escapeHtml(text)}</pre></body>
</html>
`;
}
