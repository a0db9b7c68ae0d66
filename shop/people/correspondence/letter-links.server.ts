import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The link to the page of a ticket, for its writer. */
export function ticketLink(publicUrl: string, linkKey: string, ticket: string): string {
  return publicUrl + href("/contact/:ticket", { ticket }, { key: sign(linkKey, `ticket ${ticket}`) });
}

/** Whether a key from a request is that of this ticket's link. */
export function isTicketKey(linkKey: string, ticket: string, given: string | null): boolean {
  return isSignature(linkKey, `ticket ${ticket}`, given);
}

/** Identifies a subscriber of the newsletter in links; it cannot be made from the address without `linkKey`. */
export function newsletterToken(linkKey: string, email: string): string {
  return sign(linkKey, `newsletter ${email.toLowerCase()}`);
}

/** The link to the page where a subscriber confirms the subscription. */
export function confirmLink(publicUrl: string, token: string): string {
  return publicUrl + href("/newsletter/confirm/:token", { token });
}

/** The link that ends a subscription; mail programs post to it too (RFC 8058). */
export function unsubscribeLink(publicUrl: string, token: string): string {
  return publicUrl + href("/newsletter/leave/:token", { token });
}
