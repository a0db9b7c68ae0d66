import type { MailboxLetter } from "./letter-store.ts";
import type { MailboxFault } from "./post-office.ts";

/** What a page says about the mailbox it belongs to. */
export type PageContext = {
  basePath: string;
  hasControl: boolean;
  letters(): MailboxLetter[];
  fault(): MailboxFault | null;
};

/** The ways to look at a letter. */
export type LetterView = "html" | "text" | "headers";

const viewNames: Record<LetterView, string> = { html: "As sent", text: "Plain text", headers: "Headers" };
const time = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** The view that was asked for, or the best the letter has. */
export function readView(asked: string | null, letter: MailboxLetter): LetterView {
  if (asked === "html" || asked === "text" || asked === "headers") return asked;
  return letter.html ? "html" : "text";
}

/** All letters, newest first, or those with some words in their addresses or subject. */
export function listPage(context: PageContext, find: string): string {
  const words = find.trim().toLowerCase();
  const letters = context.letters().toReversed();
  const found = letters.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(words));
  return setPage(
    context,
    "Mailbox",
    `<h1>Mailbox</h1>
<p class="quiet">The shop's letters are delivered here, on this machine, and to nobody's inbox.</p>
${letters.length > 0 ? findForm(context, find) : ""}
${setList(context, found, letters.length > 0)}
${context.hasControl ? setControl(context, letters.length) : ""}`,
  );
}

function findForm({ basePath }: PageContext, find: string): string {
  return `<form class="find" method="get" action="${basePath}/" role="search">
  <label for="find">Find by address or subject</label>
  <input id="find" name="find" type="search" value="${escapeHtml(find)}" maxlength="200">
  <button>Find</button>
</form>`;
}

function setList({ basePath }: PageContext, letters: MailboxLetter[], hasOthers: boolean): string {
  if (letters.length === 0) {
    return `<p class="empty">${hasOthers ? `No letter matches. <a href="${basePath}/">Show all</a>` : "No letters yet. Buy a book, and its letter comes here."}</p>`;
  }
  const rows = letters.map(
    ({ id, subject, to, receivedAt }) => `<li><a href="${basePath}/letters/${id}">
  <span class="subject">${escapeHtml(subject) || "No subject"}</span>
  <span class="quiet">${escapeHtml(to)}</span>
  ${setTime(receivedAt)}
</a></li>`,
  );
  return `<p class="quiet" role="status">${letters.length === 1 ? "1 letter" : `${letters.length} letters`}, newest first</p>
<ol class="letters">${rows.join("\n")}</ol>`;
}

/** One letter; those before and after it are one step away. */
export function letterPage(context: PageContext, letters: MailboxLetter[], place: number, view: LetterView): string {
  const letter = letters[place]!;
  const address = `${context.basePath}/letters/${letter.id}`;
  const views = (Object.keys(viewNames) as LetterView[]).map(
    (one) => `<a href="${address}?view=${one}"${one === view ? ' aria-current="page"' : ""}>${viewNames[one]}</a>`,
  );
  return setPage(
    context,
    letter.subject || "No subject",
    `<nav class="steps" aria-label="Letters">
  <a href="${context.basePath}/">All letters</a>
  ${stepTo(context, letters[place + 1], "Newer")}
  ${stepTo(context, letters[place - 1], "Older")}
</nav>
<h1>${escapeHtml(letter.subject) || "No subject"}</h1>
<dl class="envelope">
  <dt>From</dt><dd>${escapeHtml(letter.from)}</dd>
  <dt>To</dt><dd>${escapeHtml(letter.to)}</dd>
  <dt>Received</dt><dd>${setTime(letter.receivedAt)}</dd>
</dl>
<nav class="views" aria-label="Ways to look at this letter">${views.join("\n")}</nav>
${setView(letter, address, view)}`,
  );
}

function stepTo({ basePath }: PageContext, letter: MailboxLetter | undefined, label: string): string {
  return letter ? `<a href="${basePath}/letters/${letter.id}">${label}</a>` : `<span class="quiet">${label}</span>`;
}

function setView({ html, text, headers }: MailboxLetter, address: string, view: LetterView): string {
  if (view === "text")
    return text ? `<pre tabindex="0">${escapeHtml(text)}</pre>` : `<p>This letter has no plain text.</p>`;
  if (view === "headers") {
    const rows = headers.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
    return `<dl class="headers">${rows.join("\n")}</dl>`;
  }
  if (!html) return `<p>This letter has no HTML.</p>`;
  return `<iframe title="The letter" src="${address}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p class="quiet"><a href="${address}/html">Open it on its own</a>, to see it at any width.</p>`;
}

function setControl(context: PageContext, count: number): string {
  const fault = context.fault();
  const choice = (value: string, label: string) =>
    `<option value="${value}"${(fault?.refuse ?? "") === value ? " selected" : ""}>${label}</option>`;
  return `<section class="control" aria-labelledby="control-heading">
<h2 id="control-heading">Try what happens when mail fails</h2>
<p role="status">${fault ? `On now: ${describe(fault)}.` : "All letters are accepted."}</p>
<form method="post" action="${context.basePath}/control/fault">
  <p><label for="refuse">Refuse letters</label>
  <select id="refuse" name="refuse">${choice("", "no")}${choice("temporary", "for now (450)")}${choice("permanent", "for good (550)")}</select></p>
  <p><label for="times">How often</label>
  <input id="times" name="times" inputmode="numeric" pattern="[1-9][0-9]*" placeholder="until turned off" value="${fault?.times ?? ""}"></p>
  <p class="tick"><input id="lose" name="loseAnswer" type="checkbox"${fault?.loseAnswer ? " checked" : ""}>
  <label for="lose">Accept the letter, then drop the connection before confirming it</label></p>
  <button>Set</button>
</form>
${count > 0 ? `<form method="post" action="${context.basePath}/control/clear"><button>Delete all letters</button></form>` : ""}
</section>`;
}

function describe({ refuse, loseAnswer, times }: MailboxFault): string {
  const what = [
    ...(refuse ? [refuse === "temporary" ? "letters are refused for now" : "letters are refused for good"] : []),
    ...(loseAnswer ? ["answers get lost"] : []),
  ];
  return `${what.join(", ")}${times === undefined ? "" : `, ${times} more`}`;
}

/** A page that only says something. */
export function messagePage(context: PageContext, heading: string, text: string): string {
  const body = `<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(text)} <a href="${context.basePath}/">All letters</a></p>`;
  return setPage(context, heading, body);
}

function setPage({ basePath }: PageContext, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${title === "Mailbox" ? "" : " - Mailbox"}</title>
<link rel="stylesheet" href="${basePath}/mailbox.css">
</head>
<body>
<div class="band"></div>
<main>
${body}
</main>
</body>
</html>
`;
}

function setTime(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${time.format(new Date(iso))}</time>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
