import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The page of a ticket, for whoever wrote it. */
export function ticketLink(publicUrl: string, linkKey: string, ticket: string): string {
  return publicUrl + href("/contact/:ticket", { ticket }, { key: sign(linkKey, `ticket ${ticket}`) });
}

/** Whether a key that came with a request is the one of this ticket's link. */
export function isTicketKey(linkKey: string, ticket: string, given: string | null): boolean {
  return isSignature(linkKey, `ticket ${ticket}`, given);
}

/** What names a reader of the newsletter in links: nobody but the shop can make it from an address. */
export function newsletterToken(linkKey: string, email: string): string {
  return sign(linkKey, `newsletter ${email.toLowerCase()}`);
}

/** The page where a reader says that it was really them. */
export function confirmLink(publicUrl: string, token: string): string {
  return publicUrl + href("/newsletter/confirm/:token", { token });
}

/** The address that ends the newsletter for a reader; mail programs post to it too (RFC 8058). */
export function unsubscribeLink(publicUrl: string, token: string): string {
  return publicUrl + href("/newsletter/leave/:token", { token });
}
