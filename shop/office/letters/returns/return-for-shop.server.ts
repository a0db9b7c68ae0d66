import { returnReasonLabels } from "#shop/sales/orders/return-labels.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { deskActionText } from "#shop/office/letters/done-at-desk.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { beginOrderLetter, summarise } from "#shop/office/letters/orders/order-letter.ts";
import { beginReturnLetter, findReturn, sampleReturn, type ReturnLetter } from "./return-letter.server.ts";

interface ReturnForShop extends ReturnLetter {
  /** Id of the return. */
  returnId: number;
  words: string;
  /** The reader's name. */
  name: string;
  email: string;
}

/** To the bookseller: a return request, with the reader's text. */
export const returnForShop: LetterType<ReturnForShop, "return-for-shop"> = {
  async load(services, letter) {
    const about = await findReturn(services, letter);
    if (!about) return null;
    const { shared, request, found } = about;
    return { ...shared, returnId: request.id, words: request.words, name: found.name, email: found.email };
  },
  write(letter, shop) {
    const { order, line, reason, returnId, name, email } = letter;
    const start = beginOrderLetter(order, shop);
    const words = letter.words
      .split("\n")
      .map(cleanText)
      .filter((paragraph) => paragraph !== "");
    return {
      ...beginReturnLetter(letter, shop),
      subject: `Return ${returnId} of order ${order.number}: ${shorten(cleanText(line.title), 60)}`,
      preheader: `${shorten(cleanText(name), 60)} would like to send back ${summarise([line])}.`,
      heading: "A reader would like to return a book",
      greeting: `${cleanText(name)} writes:`,
      paragraphs: words.length > 0 ? words : ["(No message, only the reason below.)"],
      facts: [
        { label: "Why", value: returnReasonLabels[reason] },
        { label: "Return", value: String(returnId) },
        { label: "Answer to", value: cleanText(email) },
      ],
      ...deskActionText(
        shop,
        { label: "Answer the return", deskPath: `/orders/${order.number}` },
        { ...start.action, label: "See the order" },
      ),
      because: `You get this e-mail because you run ${cleanText(shop.name)}.`,
      replyTo: email,
    };
  },
  sample: {
    ...sampleReturn,
    returnId: 12,
    words: "The cover was torn when I opened the parcel.\n\nThe wrapping was whole.",
    name: "Asha Rao",
    email: "asha@example.com",
  },
};
