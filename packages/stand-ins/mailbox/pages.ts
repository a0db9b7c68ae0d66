/** The pages of the mailbox: the list of letters, and a letter as HTML, text or headers. */
import { html } from "hono/html";

import { answerPage, type Html } from "@endpaper/stand-in-kit/page";
import type { MailboxLetter } from "./letter-store.ts";
import type { MailboxFault } from "./post-office.ts";

/** The data of the mailbox's pages. */
export interface PageContext {
  basePath: string;
  hasControl: boolean;
  letters(): MailboxLetter[];
  fault(): MailboxFault | null;
}

/** The views of a letter. */
export type LetterView = "html" | "text" | "headers";

const viewNames: Record<LetterView, string> = { html: "As sent", text: "Plain text", headers: "Headers" };
const time = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** The requested view; by default HTML if the letter has it, otherwise text. */
export function readView(requested: string | undefined, letter: MailboxLetter): LetterView {
  if (requested === "html" || requested === "text" || requested === "headers") return requested;
  return letter.html ? "html" : "text";
}

/** The list of letters, newest first, optionally filtered by words of addresses and subject. */
export function listPage(context: PageContext, find: string): Promise<Response> {
  const words = find.trim().toLowerCase();
  const letters = context.letters().toReversed();
  const found = letters.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(words));
  return answerMailboxPage(
    context,
    "Mailbox",
    html`<h1>Mailbox</h1>
      <p class="quiet">The shop's letters are only delivered to this page on this machine, not to real inboxes.</p>
      ${letters.length > 0 ? findForm(context, find) : ""} ${letterList(context, found, letters.length > 0)}
      ${context.hasControl ? controlForms(context, letters.length) : ""}`,
  );
}

function findForm({ basePath }: PageContext, find: string): Html {
  return html`<form class="find" method="get" action="${basePath}/" role="search">
    <label for="find">Find by address or subject</label>
    <input id="find" name="find" type="search" value="${find}" maxlength="200" />
    <button>Find</button>
  </form>`;
}

function letterList({ basePath }: PageContext, letters: MailboxLetter[], hasOthers: boolean): Html {
  if (letters.length === 0 && hasOthers)
    return html`<p class="empty">No letter matches. <a href="${basePath}/">Show all</a></p>`;
  if (letters.length === 0)
    return html`<p class="empty">No letters yet. Buy a book, and its letter will appear here.</p>`;
  return html`<p class="quiet" role="status">
      ${letters.length === 1 ? "1 letter" : `${letters.length} letters`}, newest first
    </p>
    <ol class="letters">
      ${letters.map(
        ({ id, subject, to, receivedAt }) =>
          html`<li>
            <a href="${basePath}/letters/${id}">
              <span class="subject">${subject || "No subject"}</span>
              <span class="quiet">${to}</span>
              ${timeElement(receivedAt)}
            </a>
          </li>`,
      )}
    </ol>`;
}

/** One letter, with links to the ones before and after it. */
export function letterPage(
  context: PageContext,
  {
    letter,
    newer,
    older,
  }: { letter: MailboxLetter; newer: MailboxLetter | undefined; older: MailboxLetter | undefined },
  view: LetterView,
): Promise<Response> {
  const address = `${context.basePath}/letters/${letter.id}`;
  const subject = letter.subject || "No subject";
  const current = html`aria-current="page"`;
  return answerMailboxPage(
    context,
    subject,
    html`<nav class="steps" aria-label="Letters">
        <a href="${context.basePath}/">All letters</a>
        ${stepTo(context, newer, "Newer")} ${stepTo(context, older, "Older")}
      </nav>
      <h1>${subject}</h1>
      <dl class="envelope">
        <dt>From</dt>
        <dd>${letter.from}</dd>
        <dt>To</dt>
        <dd>${letter.to}</dd>
        <dt>Received</dt>
        <dd>${timeElement(letter.receivedAt)}</dd>
      </dl>
      <nav class="views" aria-label="Ways to look at this letter">
        ${(Object.keys(viewNames) as LetterView[]).map(
          (name) => html`<a href="${address}?view=${name}" ${name === view ? current : ""}>${viewNames[name]}</a>`,
        )}
      </nav>
      ${letterView(letter, address, view)}`,
  );
}

function stepTo({ basePath }: PageContext, letter: MailboxLetter | undefined, label: string): Html {
  return letter
    ? html`<a href="${basePath}/letters/${letter.id}">${label}</a>`
    : html`<span class="quiet">${label}</span>`;
}

function letterView(letter: MailboxLetter, address: string, view: LetterView): Html {
  if (view === "text") {
    return letter.text ? html`<pre tabindex="0">${letter.text}</pre>` : html`<p>This letter has no plain text.</p>`;
  }
  if (view === "headers") {
    const rows = letter.headers.map(
      ({ name, value }) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
    return html`<dl class="headers">${rows}</dl>`;
  }
  if (!letter.html) return html`<p>This letter has no HTML.</p>`;
  const sandbox = "allow-popups allow-popups-to-escape-sandbox";
  return html`<iframe title="The letter" src="${address}/html" sandbox="${sandbox}"></iframe>
    <p class="quiet"><a href="${address}/html">Open it on its own</a>, to see it at any width.</p>`;
}

function controlForms(context: PageContext, count: number): Html {
  const fault = context.fault();
  const choice = (value: string, label: string) =>
    html`<option value="${value}" ${(fault?.refuse ?? "") === value ? "selected" : ""}>${label}</option>`;
  const control = `${context.basePath}/control`;
  return html`<section class="control" aria-labelledby="control-heading">
    <h2 id="control-heading">Test what happens if mail fails</h2>
    <p role="status">${fault ? `Now: ${describe(fault)}.` : "All letters are accepted."}</p>
    <form method="post" action="${control}/fault">
      <p>
        <label for="refuse">Refuse letters</label>
        <select id="refuse" name="refuse">
          ${choice("", "no")} ${choice("temporary", "temporarily (450)")} ${choice("permanent", "permanently (550)")}
        </select>
      </p>
      <p>
        <label for="times">How often</label>
        <input
          id="times"
          name="times"
          inputmode="numeric"
          pattern="[1-9][0-9]*"
          placeholder="until turned off"
          value="${fault?.times ?? ""}"
        />
      </p>
      <p class="tick">
        <input id="lose" name="loseAnswer" type="checkbox" ${fault?.loseAnswer ? "checked" : ""} />
        <label for="lose">Accept the letter, then drop the connection before confirming it</label>
      </p>
      <button>Set</button>
    </form>
    ${count > 0 ? html`<form method="post" action="${control}/clear"><button>Delete all letters</button></form>` : ""}
  </section>`;
}

function describe({ refuse, loseAnswer, times }: MailboxFault): string {
  const what = [
    ...(refuse
      ? [refuse === "temporary" ? "letters are rejected temporarily" : "letters are rejected permanently"]
      : []),
    ...(loseAnswer ? ["confirmations are lost"] : []),
  ];
  return `${what.join(", ")}${times === undefined ? "" : `, ${times} more`}`;
}

/** A page with a message and a status. */
export function messagePage(context: PageContext, status: number, heading: string, text: string): Promise<Response> {
  const body = html`<h1>${heading}</h1>
    <p>${text} <a href="${context.basePath}/">All letters</a></p>`;
  return answerMailboxPage(context, heading, body, status);
}

function answerMailboxPage({ basePath }: PageContext, title: string, body: Html, status?: number): Promise<Response> {
  return answerPage({
    title: title === "Mailbox" ? title : `${title} - Mailbox`,
    head: html`<link rel="stylesheet" href="${basePath}/mailbox.css" />`,
    body: html`<div class="band"></div>
      <main>${body}</main>`,
    policy:
      "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    status,
  });
}

function timeElement(iso: string): Html {
  return html`<time datetime="${iso}">${time.format(new Date(iso))}</time>`;
}
