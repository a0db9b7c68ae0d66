import { formatPaise } from "#shop/money/money.ts";
import { cleanText, shorten } from "#shop/text/clean-text.ts";
import type { LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import { beginOrderLetter, bookOnly, summarise } from "./order-letter.ts";
import type { ReturnLetter } from "./return-letter.ts";

type LetterOf<Kind extends ReturnLetter["kind"]> = Extract<ReturnLetter, { kind: Kind }>;

/** Finds the words for a letter about a return. */
export function renderReturnContent(letter: ReturnLetter, shop: LetterShop): LetterContent {
  const { order, line, reason } = letter;
  const start = {
    ...beginOrderLetter(order, shop),
    facts: [{ label: "Why", value: cleanText(reason) }],
    books: { heading: "The book", lines: [bookOnly(line)], sums: [] },
  };
  switch (letter.kind) {
    case "return-asked":
      return { ...start, ...writeAsked(letter) };
    case "return-for-shop":
      return { ...start, ...writeForShop(letter, shop) };
    case "return-accepted":
      return { ...start, ...writeAccepted(letter) };
    case "return-refused":
      return { ...start, ...writeRefused(letter) };
  }
}

function writeAsked({ order }: LetterOf<"return-asked">) {
  return {
    subject: `We have received your return request for order ${order.number}`,
    preheader: "We will answer within two working days. Please keep the book until then.",
    heading: "We have received your request",
    paragraphs: [
      `You would like to send back a book of your order ${order.number}. We will look at it and answer to this address within two working days.`,
      "Please keep the book until then, as it came.",
    ],
  };
}

function writeForShop(letter: LetterOf<"return-for-shop">, shop: LetterShop) {
  const { order, line, reason, returnId, name, email } = letter;
  const start = beginOrderLetter(order, shop);
  const words = letter.words
    .split("\n")
    .map(cleanText)
    .filter((one) => one !== "");
  return {
    subject: `Return ${returnId} of order ${order.number}: ${shorten(cleanText(line.title), 60)}`,
    preheader: `${shorten(cleanText(name), 60)} would like to send back ${summarise([line])}.`,
    heading: "A reader would like to return a book",
    greeting: `${cleanText(name)} writes:`,
    paragraphs: words.length > 0 ? words : ["(No message, only the reason below.)"],
    facts: [
      { label: "Why", value: cleanText(reason) },
      { label: "Return", value: String(returnId) },
      { label: "Answer to", value: cleanText(email) },
    ],
    action: { ...start.action, label: "See the order" },
    note: `To accept it: npm run shop -- returns accept ${returnId}. To refuse it: npm run shop -- returns refuse ${returnId} --say WORDS`,
    because: `You get this letter because you run ${cleanText(shop.name)}.`,
    replyTo: email,
  };
}

function writeAccepted(letter: LetterOf<"return-accepted">) {
  const { order, isKept, refundPaise, account, sendTo } = letter;
  const said = answerOf(letter.answer);
  if (isKept) {
    const goes =
      refundPaise > 0
        ? `We are sending ${formatPaise(refundPaise)} back to ${account}. It usually arrives there within 5 to 7 working days, and we write once more when it has left us.`
        : "Your payment for it was refunded earlier, so there is nothing more to refund.";
    return {
      subject: `Your return for order ${order.number}: keep the book`,
      preheader: "There is nothing you need to send.",
      heading: "Keep the book, please",
      paragraphs: [`We are sorry that it was not right. There is nothing you need to send back.`, goes, ...said],
    };
  }
  return {
    subject: `Your return for order ${order.number}: please send it to us`,
    preheader: "Where to send it, and what happens then.",
    heading: "Please send it back",
    paragraphs: [
      "Please send it back to the address below, wrapped as well as it came. A slip with the order's number in the parcel helps us.",
      `When we have it, we refund what you paid for it to ${account} within two working days, and write to you.`,
      ...said,
    ],
    address: { heading: "Send it to", lines: [...sendTo.map(cleanText), `Order ${order.number}`] },
  };
}

function writeRefused({ order, answer }: LetterOf<"return-refused">) {
  return {
    subject: `Your return for order ${order.number}`,
    preheader: "We cannot take this book back. Here is why.",
    heading: "We cannot take it back",
    paragraphs: [
      "We have looked at your return, and we are sorry that we cannot take this book back.",
      ...answerOf(answer),
    ],
    note: "If you think that is wrong, reply to this letter, or write to the grievance officer named on our contact page.",
  };
}

function answerOf(answer: string): string[] {
  return answer.split("\n").map(cleanText).filter(Boolean);
}
