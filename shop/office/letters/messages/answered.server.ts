/** Letters that answer contact messages and book requests. */
import { href } from "#routing/href.ts";
import { findBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { findTicket } from "#shop/people/correspondence/contact.server.ts";
import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findVerifiedName } from "#shop/people/readers/find-verified-name.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface Answered {
  ticket: string;
  readerName: string;
  url: string;
  /** The answer as written by staff, with its line breaks. */
  answer: string;
}

/** The answer to a contact message. It does not repeat the reader's message. */
export const contactAnswered: LetterType<Answered, "contact-answered"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findTicket(db, facts.ticket);
    if (!found?.answer) return null;
    const { ticket, name: readerName, answer } = found;
    return { ticket, readerName, answer, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write({ ticket, readerName, url, answer }, shop) {
    const paragraphs = paragraphsOf(answer);
    return {
      subject: `Our answer to your message, ticket ${ticket}`,
      preheader: shorten(paragraphs[0] ?? "", 120),
      reference: `Ticket ${ticket}`,
      heading: "Our answer",
      greeting: salutation(readerName),
      paragraphs,
      facts: [{ label: "Your ticket", value: ticket }],
      action: { label: "See your ticket", url: linkTo(url, shop.publicUrl) },
      links: [],
      note: "If you have more questions, simply reply to this e-mail.",
      replyTo: shop.supportEmail,
      because: `You get this e-mail because you wrote to ${cleanText(shop.name)}.`,
    };
  },
  sample: {
    ticket: "EPT-7K2M9QX4",
    readerName: "Asha Rao",
    url: "https://endpaper.example/contact/EPT-7K2M9QX4?key=3b0c5f7e9a1d2c4b6e8f",
    answer: "Thank you for telling us.\n\nA new copy leaves today, and you need not send the torn one back.",
  },
};

interface RequestAnswered extends Answered {
  /** The book's page, if the shop sells it now. */
  bookUrl: string | null;
}

/** The answer to a book request. */
export const bookRequestAnswered: LetterType<RequestAnswered, "book-request-answered"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findBookRequest(db, facts.ticket);
    if (!found?.answer) return null;
    const { ticket, email, answer, bookId } = found;
    const readerName = await findVerifiedName(db, email);
    const bookUrl = bookId === null ? null : settings.publicUrl + href("/books/:bookId", { bookId });
    return { ticket, readerName, answer, bookUrl, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write({ ticket, readerName, url, answer, bookUrl }, shop) {
    const paragraphs = paragraphsOf(answer);
    const seeTicket = { label: "See your ticket", url: linkTo(url, shop.publicUrl) };
    const seeBook = bookUrl === null ? null : { label: "See the book", url: linkTo(bookUrl, shop.publicUrl) };
    return {
      subject: `Our answer about the book you asked for, ticket ${ticket}`,
      preheader: shorten(paragraphs[0] ?? "", 120),
      reference: `Ticket ${ticket}`,
      heading: "About the book you asked for",
      greeting: salutation(readerName),
      paragraphs,
      facts: [{ label: "Your ticket", value: ticket }],
      action: seeBook ?? seeTicket,
      links: seeBook ? [seeTicket] : [],
      note: "You have not ordered anything. If you have more questions, simply reply to this e-mail.",
      replyTo: shop.supportEmail,
      because: `You get this e-mail because you asked ${cleanText(shop.name)} for a book.`,
    };
  },
  sample: {
    ticket: "EPT-3H8W5RB2",
    readerName: "Asha Rao",
    url: "https://endpaper.example/contact/EPT-3H8W5RB2?key=5d2e7f9b1c3a4d6e8f0a",
    answer: "We found it: The Room on the Roof is here from Thursday on.\n\nIt costs ₹299.00.",
    bookUrl: "https://endpaper.example/books/the-room-on-the-roof",
  },
  otherSamples: {
    "of a book that is not sold": {
      ticket: "EPT-3H8W5RB2",
      readerName: "Asha Rao",
      url: "https://endpaper.example/contact/EPT-3H8W5RB2?key=5d2e7f9b1c3a4d6e8f0a",
      answer: "We are sorry: this book is out of print.",
      bookUrl: null,
    },
  },
};

function paragraphsOf(answer: string): string[] {
  return answer.split("\n").map(cleanText).filter(Boolean);
}
