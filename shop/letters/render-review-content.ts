import { cleanText, linkTo, salutation, shorten } from "#shop/text/clean-text.ts";
import type { LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import type { ReviewLetter } from "./review-letter.ts";

type LetterOf<Kind extends ReviewLetter["kind"]> = Extract<ReviewLetter, { kind: Kind }>;

/** Finds the words for a letter about reviews. */
export function renderReviewContent(letter: ReviewLetter, shop: LetterShop): LetterContent {
  if (letter.kind === "review-ask") return writeAsk(letter, shop);
  if (letter.kind === "review-for-shop") return writeForShop(letter, shop);
  const title = shorten(cleanText(letter.title), 90);
  const start = { greeting: salutation(letter.readerName), facts: [], because: becauseWritten(shop) };
  const links = [{ label: "What we ask of reviews", url: linkTo(letter.rulesUrl, shop.publicUrl) }];
  const url = linkTo(letter.url, shop.publicUrl);
  if (letter.kind === "review-shown") {
    return {
      ...start,
      subject: `Your review of ${shorten(title, 60)} is shown`,
      preheader: "It is on the book's page, word for word.",
      heading: "Your review is on the book’s page",
      paragraphs: [
        `We have looked at your review of \u201c${title}\u201d, and it is on the book's page, word for word.`,
      ],
      action: { label: "See your review", url },
      links,
    };
  }
  return {
    ...start,
    subject: `Your review of ${shorten(title, 60)} is hidden`,
    preheader: "Why, and what you can do about it.",
    heading: "Your review is not shown",
    paragraphs: [
      `We have hidden your review of \u201c${title}\u201d, and its stars are not counted for now. We never do that because somebody did not like a book, and we never change a reader's words.`,
      "Your review is not lost: change it, and we will look at it again. If you think we are wrong, reply to this letter.",
    ],
    facts: [{ label: "Why", value: letter.reason }],
    action: { label: "Change your review", url },
    links,
    replyTo: shop.supportEmail,
  };
}

function writeForShop(letter: LetterOf<"review-for-shop">, shop: LetterShop): LetterContent {
  const { number, rating } = letter;
  const book = shorten(cleanText(letter.book), 90);
  return {
    subject: `Review ${number} waits for you: ${shorten(book, 60)}`,
    preheader: "You hid an earlier one by the same reader.",
    reference: `Review ${number}`,
    heading: "A review waits for you",
    greeting: `${shorten(cleanText(letter.name), 60)} writes about \u201c${book}\u201d:`,
    paragraphs: [letter.title, ...letter.body.split("\n")].map(cleanText).filter(Boolean),
    facts: [{ label: "Stars", value: `${rating} of 5` }],
    action: { label: "See the book", url: linkTo(letter.url, shop.publicUrl) },
    links: [],
    note: `To show it: npm run shop -- reviews show ${number}. To hide it: npm run shop -- reviews hide ${number} REASON`,
    because: `You get this letter because you run ${cleanText(shop.name)}, and hid an earlier review by this reader.`,
  };
}

function writeAsk(
  { readerName, books, unsubscribeUrl: leave }: LetterOf<"review-ask">,
  shop: LetterShop,
): LetterContent {
  const name = cleanText(shop.name);
  const [first, ...others] = books.map((book) => ({
    title: cleanText(book.title),
    author: cleanText(book.author),
    url: linkTo(book.url, shop.publicUrl),
  }));
  if (!first) throw new Error("A letter that asks for a review names no book.");
  const unsubscribeUrl = linkTo(leave, shop.publicUrl);
  const link = { label: "Unsubscribe from review letters", url: unsubscribeUrl };
  return {
    subject: `What did you think of ${shorten(first.title, 60)}?`,
    preheader: "A few words help the next reader, good or bad.",
    heading: "What did you think?",
    greeting: salutation(readerName),
    paragraphs: [
      others.length === 0
        ? `\u201c${first.title}\u201d by ${first.author} has been with you for a while. If you have read it, other readers would like to know what you made of it.`
        : "Your books have been with you for a while. Other readers would like to know what you made of those you have read.",
      "Whatever you write is shown as you write it, whether you liked the book or not. If you would rather not, there is nothing to do: we do not ask about this order again.",
    ],
    facts: [],
    action: { label: `Review ${shorten(first.title, 40)}`, url: first.url },
    links: [...others.map(({ title, url }) => ({ label: `Review ${shorten(title, 60)}`, url })), link],
    because: `You get this letter because you allowed ${name} to ask you for a review. It comes once for an order.`,
    unsubscribeUrl,
  };
}

function becauseWritten(shop: LetterShop): string {
  return `You get this letter because you wrote a review at ${cleanText(shop.name)}.`;
}
