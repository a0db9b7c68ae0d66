import { findTicket } from "#shop/people/correspondence/contact.server.ts";
import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findVerifiedName } from "#shop/people/readers/find-verified-name.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface ContactReceived {
  ticket: string;
  /** Name of the account with this address; empty without one. */
  readerName: string;
  url: string;
}

/**
 * Confirms a message from the contact form. Does not repeat the message, because the address may belong to another
 * person. The greeting has the name of the account with this address, not the name from the form.
 */
export const contactReceived: LetterType<ContactReceived, "contact-received"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findTicket(db, facts.ticket);
    if (!found) return null;
    const { ticket, email } = found;
    const readerName = await findVerifiedName(db, email);
    return { ticket, readerName, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write({ ticket, readerName, url }, shop) {
    return {
      subject: `We have your message, ticket ${ticket}`,
      preheader: `Your message has arrived. Its ticket is ${ticket}.`,
      reference: `Ticket ${ticket}`,
      heading: "Your message has arrived",
      greeting: salutation(readerName),
      paragraphs: [
        "Thank you for writing to us. A person reads every message and answers to this address, usually within two working days.",
        "If something has gone wrong with an order, we put it right within a month at the latest. The ticket tells us which message you mean.",
      ],
      facts: [{ label: "Your ticket", value: ticket }],
      action: { label: "See your ticket", url: linkTo(url, shop.publicUrl) },
      links: [],
      because: `You get this e-mail because somebody gave this address on the contact page of ${cleanText(shop.name)}. If it was not you, there is nothing to do.`,
    };
  },
  sample: {
    readerName: "Asha Rao",
    ticket: "EPT-7K2M9QX4",
    url: "https://endpaper.example/contact/EPT-7K2M9QX4?key=3b0c5f7e9a1d2c4b6e8f",
  },
};
