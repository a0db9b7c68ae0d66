import type { CorrespondenceLetter } from "#shop/mail/correspondence-letter.ts";
import type { Services } from "#shop/services.ts";
import { findTicket } from "./contact.server.ts";
import { confirmLink, leaveLink, ticketLink } from "./letter-links.server.ts";
import { findNewsletterState } from "./newsletter.server.ts";

/** Reads what a waiting letter about correspondence tells of; null when there is nothing left to tell. */
export async function composeCorrespondence(
  { db, settings, orderLinkKey }: Services,
  kind: CorrespondenceLetter["kind"],
  facts: Record<string, unknown>,
): Promise<CorrespondenceLetter | null> {
  const { publicUrl } = settings;
  if (kind === "newsletter-confirm" || kind === "newsletter-welcome") {
    const token = String(facts.token);
    const state = await findNewsletterState(db, token);
    if (kind === "newsletter-confirm") {
      return state === "asked" ? { kind, confirmUrl: confirmLink(publicUrl, token) } : null;
    }
    return state === "confirmed" ? { kind, leaveUrl: leaveLink(publicUrl, token) } : null;
  }
  const found = await findTicket(db, String(facts.ticket));
  if (!found) return null;
  const { ticket, name, email, subject, message } = found;
  const url = ticketLink(publicUrl, orderLinkKey, ticket);
  return kind === "contact-received"
    ? { kind, ticket, name, url }
    : { kind, ticket, name, email, subject, message, url };
}
