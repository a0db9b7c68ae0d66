import { findBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findVerifiedName } from "#shop/people/readers/find-verified-name.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface BookRequestReceived {
  ticket: string;
  /** Name of the account with this address; empty without one. */
  readerName: string;
  url: string;
}

/**
 * Confirms a book request. Does not repeat title and author, because the address may belong to another person. The
 * greeting has the name of the account with this address.
 */
export const bookRequestReceived: LetterType<BookRequestReceived, "book-request-received"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findBookRequest(db, facts.ticket);
    if (!found) return null;
    const { ticket, email } = found;
    const readerName = await findVerifiedName(db, email);
    return { ticket, readerName, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write({ ticket, readerName, url }, shop) {
    return {
      subject: `We have your request for a book, ticket ${ticket}`,
      preheader: `Your request has arrived. Its ticket is ${ticket}.`,
      reference: `Ticket ${ticket}`,
      heading: "Your request has arrived",
      greeting: salutation(readerName),
      paragraphs: [
        "Thank you for asking us for a book. A person looks for it and answers to this address, usually within two working days. If we cannot get it, we tell you that too.",
        "You have not ordered anything. If we can get the book, our answer says when and at what price, and you decide then.",
      ],
      facts: [{ label: "Your ticket", value: ticket }],
      action: { label: "See your ticket", url: linkTo(url, shop.publicUrl) },
      links: [],
      because: `You get this e-mail because somebody gave this address to ask ${cleanText(shop.name)} for a book. If it was not you, there is nothing to do.`,
    };
  },
  sample: {
    readerName: "Asha Rao",
    ticket: "EPT-3H8W5RB2",
    url: "https://endpaper.example/contact/EPT-3H8W5RB2?key=5d2e7f9b1c3a4d6e8f0a",
  },
};
