import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { answerOf, beginReturnLetter, findReturn, sampleReturn, type ReturnLetter } from "./return-letter.server.ts";

interface ReturnRefused extends ReturnLetter {
  /** The bookseller's text. */
  answer: string;
}

/** To the reader: the return is refused, with the reason. */
export const returnRefused: LetterType<ReturnRefused, "return-refused"> = {
  async load(services, letter) {
    const about = await findReturn(services, letter);
    return about && { ...about.shared, answer: about.request.answer };
  },
  write(letter, shop) {
    const { order, answer } = letter;
    return {
      ...beginReturnLetter(letter, shop),
      subject: `Your return for order ${order.number}`,
      preheader: "We cannot take this book back. Here is why.",
      heading: "We cannot take it back",
      paragraphs: [
        "We have looked at your return, and we are sorry that we cannot take this book back.",
        ...answerOf(answer),
      ],
      note: "If you think that is wrong, reply to this e-mail, or write to the grievance officer named on our contact page.",
    };
  },
  sample: { ...sampleReturn, answer: "Somebody has written in it." },
};
