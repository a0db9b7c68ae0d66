import { findTicket } from "#shop/people/correspondence/contact.server.ts";
import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { deskActionText } from "#shop/office/letters/done-at-desk.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface ContactForShop {
  ticket: string;
  name: string;
  email: string;
  subject: string;
  /** May have several lines. */
  message: string;
  url: string;
}

/** To the shop: a message from the contact page. */
export const contactForShop: LetterType<ContactForShop, "contact-for-shop"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const found = await findTicket(db, facts.ticket);
    if (!found) return null;
    const { ticket, name, email, subject, message } = found;
    return { ticket, name, email, subject, message, url: ticketLink(settings.publicUrl, linkKey, ticket) };
  },
  write(letter, shop) {
    const { ticket, url } = letter;
    const subject = cleanText(letter.subject);
    return {
      subject: `${ticket}: ${shorten(subject, 100)}`,
      preheader: `${shorten(cleanText(letter.name), 60)} writes through the contact page.`,
      reference: `Ticket ${ticket}`,
      heading: shorten(subject, 120),
      greeting: `${cleanText(letter.name)} writes:`,
      paragraphs: letter.message
        .split("\n")
        .map(cleanText)
        .filter((line) => line !== ""),
      facts: [
        { label: "From", value: cleanText(letter.name) },
        { label: "Answer to", value: cleanText(letter.email) },
      ],
      ...deskActionText(
        shop,
        {
          label: "Answer the message",
          deskPath: `/messages/${ticket}`,
          note: "If you reply to this e-mail instead, your answer goes to the reader. Then close the message at the desk.",
        },
        { label: "See the ticket", url: linkTo(url, shop.publicUrl) },
      ),
      links: [],
      because: `You get this e-mail because you run ${cleanText(shop.name)}.`,
      replyTo: letter.email,
    };
  },
  sample: {
    ticket: "EPT-7K2M9QX4",
    name: "Asha Rao",
    email: "asha@example.com",
    subject: "A torn cover",
    message: "My copy of The Guide came with a torn cover.\n\nCould you send another?",
    url: "https://endpaper.example/contact/EPT-7K2M9QX4?key=3b0c5f7e9a1d2c4b6e8f",
  },
};
