import { findBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { deskActionText } from "#shop/office/letters/done-at-desk.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface BookRequestForShop {
  ticket: string;
  /** Empty if only the ISBN is known. */
  title: string;
  author: string;
  isbn: string | null;
  email: string;
  url: string;
}

/** To the shop: a reader's request for a book. */
export const bookRequestForShop: LetterType<BookRequestForShop, "book-request-for-shop"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findBookRequest(db, facts.ticket);
    if (!found) return null;
    const { ticket, title, author, isbn, email } = found;
    return { ticket, title, author, isbn, email, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write(letter, shop) {
    const { ticket, isbn, url } = letter;
    const [title, author, email] = [cleanText(letter.title), cleanText(letter.author), cleanText(letter.email)];
    const book = title === "" ? `ISBN ${isbn}` : title;
    return {
      subject: `${ticket}: a reader asks for ${shorten(book, 100)}`,
      preheader: "Your answer to this e-mail goes to the reader.",
      reference: `Ticket ${ticket}`,
      heading: `Can you get ${shorten(book, 120)}?`,
      greeting: "Hello,",
      paragraphs: ["A reader asks for this book:"],
      facts: [
        ...(title === "" ? [] : [{ label: "Title", value: title }]),
        ...(author === "" ? [] : [{ label: "Author", value: author }]),
        ...(isbn === null ? [] : [{ label: "ISBN", value: isbn }]),
        { label: "Answer to", value: email },
      ],
      ...deskActionText(
        shop,
        {
          label: "Answer the request",
          deskPath: `/wanted/${ticket}`,
          note: "If you reply to this e-mail instead, your answer goes to the reader. Then close the request at the desk.",
        },
        { label: "See the ticket", url: linkTo(url, shop.publicUrl) },
      ),
      links: [],
      because: `You get this e-mail because you run ${cleanText(shop.name)}.`,
      replyTo: letter.email,
    };
  },
  sample: {
    ticket: "EPT-3H8W5RB2",
    title: "The Room on the Roof",
    author: "Ruskin Bond",
    isbn: "9780140107838",
    email: "asha@example.com",
    url: "https://endpaper.example/contact/EPT-3H8W5RB2?key=5d2e7f9b1c3a4d6e8f0a",
  },
};
