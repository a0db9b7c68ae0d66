import type { CorrespondenceLetter } from "./correspondence-letter.ts";
import type { Db } from "#db/connect.ts";
import type { Services } from "#shop/services.ts";
import { findTicket } from "#shop/correspondence/contact.server.ts";
import { confirmLink, unsubscribeLink, ticketLink } from "#shop/correspondence/letter-links.server.ts";
import { findNewsletterState } from "#shop/correspondence/newsletter.server.ts";
import { findIssue } from "#shop/correspondence/send-issue.server.ts";

/** Reads what a waiting letter about correspondence tells of; null when there is nothing left to tell. */
export async function loadCorrespondenceLetter(
  { db, settings, orderLinkKey }: Services,
  kind: CorrespondenceLetter["kind"],
  facts: Record<string, unknown>,
): Promise<CorrespondenceLetter | null> {
  const { publicUrl } = settings;
  if (kind === "newsletter-issue") return composeIssue(db, publicUrl, facts);
  if (kind === "newsletter-confirm" || kind === "newsletter-welcome") {
    const token = String(facts.token);
    const state = await findNewsletterState(db, token);
    if (kind === "newsletter-confirm") {
      return state === "asked" ? { kind, confirmUrl: confirmLink(publicUrl, token) } : null;
    }
    return state === "confirmed" ? { kind, unsubscribeUrl: unsubscribeLink(publicUrl, token) } : null;
  }
  if (kind === "contact-gathered") return { kind };
  const found = await findTicket(db, String(facts.ticket));
  if (!found) return null;
  const { ticket, name, email, subject, message } = found;
  const url = ticketLink(publicUrl, orderLinkKey, ticket);
  return kind === "contact-received" ? { kind, ticket, url } : { kind, ticket, name, email, subject, message, url };
}

/** Who has left since it was written gets nothing; without a token it is the bookseller's trial. */
async function composeIssue(
  db: Db,
  publicUrl: string,
  { issueId, token }: Record<string, unknown>,
): Promise<CorrespondenceLetter | null> {
  const issue = await findIssue(db, Number(issueId));
  if (!issue) return null;
  const { subject, paragraphs } = issue;
  const links = issue.links.map(({ label, path }) => ({ label, url: publicUrl + path }));
  const letter = { kind: "newsletter-issue" as const, subject, paragraphs, links };
  if (token === undefined) return { ...letter, unsubscribeUrl: null };
  const isOnList = (await findNewsletterState(db, String(token))) === "confirmed";
  return isOnList ? { ...letter, unsubscribeUrl: unsubscribeLink(publicUrl, String(token)) } : null;
}
