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
  if (!issue) return letterPage(plainPage("The e-mail is shown here while you write it.", noteStyle));
  return letterPage((await renderIssue(services, issue, describeLetterShop(services.settings))).html);
}

export async function action(args: Route.ActionArgs) {
  const answer = await answerAction(
    args,
    [previewNewsletter],
    (_, { html, text, isText }) => letterPage(isText ? plainPage(text, letterStyle) : html),
    issueBookFields,
  );
  if (answer instanceof Response) return answer;
  const { problem, errors } = answer.data;
  const words = [problem, ...Object.values(errors)].filter(Boolean).join("\n");
  return letterPage(plainPage(words, noteStyle), answer.init?.status);
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

const letterStyle = "font:14px/1.45 monospace;margin:16px";
const noteStyle = "font:16px/1.5 system-ui,sans-serif;margin:24px;color:light-dark(#6b6257,#b4ab9c)";

/** A page of plain words: those of an e-mail, or a note in its place. */
function plainPage(text: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The e-mail</title>
</head>
<body><p style="white-space:pre-wrap;overflow-wrap:anywhere;${style}">${escapeHtml(text)}</p></body>
</html>
`;
}
