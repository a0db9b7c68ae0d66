import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { beginReturnLetter, findReturn, sampleReturn, type ReturnLetter } from "./return-letter.server.ts";

/** To the reader: the return request has arrived. */
export const returnAsked: LetterType<ReturnLetter, "return-asked"> = {
  async load(services, letter) {
    return (await findReturn(services, letter))?.shared ?? null;
  },
  write(letter, shop) {
    const { order } = letter;
    return {
      ...beginReturnLetter(letter, shop),
      subject: `We have received your return request for order ${order.number}`,
      preheader: "We will answer within two working days. Please keep the book until then.",
      heading: "We have received your request",
      paragraphs: [
        `You would like to send back a book of your order ${order.number}. We will look at it and answer to this address within two working days.`,
        "Please keep the book until then, in the condition in which it came.",
      ],
    };
  },
  sample: sampleReturn,
};
