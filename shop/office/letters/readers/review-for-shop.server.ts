import { href } from "#routing/href.ts";
import { findWrittenReview } from "#shop/people/reviews/moderate-review.server.ts";
import { reviewNumber } from "#shop/people/reviews/review.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { deskActionText } from "#shop/office/letters/done-at-desk.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface ReviewForShop {
  /** The review's number, such as `7.2`; it changes with the text. */
  number: string;
  book: string;
  name: string;
  rating: number;
  /** May be empty. */
  title: string;
  /** May have several lines. */
  body: string;
  /** URL of the book's page. */
  url: string;
}

/** To the bookseller: a new review by a reader whose earlier review was hidden. */
export const reviewForShop: LetterType<ReviewForShop, "review-for-shop"> = {
  async load({ db, settings }, { facts }) {
    const review = await findWrittenReview(db, facts.reviewId);
    // The review was changed again; the new version has a letter of its own.
    if (review?.state !== "waiting" || review.version !== facts.version) return null;
    const { book, name, rating, title, body, bookId } = review;
    const url = settings.publicUrl + href("/books/:bookId", { bookId });
    return { number: reviewNumber(review), book, name, rating, title, body, url };
  },
  write(letter, shop) {
    const { number, rating } = letter;
    const book = shorten(cleanText(letter.book), 90);
    const seeBook = { label: "See the book", url: linkTo(letter.url, shop.publicUrl) };
    return {
      subject: `Review ${number} waits for you: ${shorten(book, 60)}`,
      preheader: "You hid an earlier one by the same reader.",
      reference: `Review ${number}`,
      heading: "A review waits for you",
      greeting: `${shorten(cleanText(letter.name), 60)} writes about \u201c${book}\u201d:`,
      paragraphs: [letter.title, ...letter.body.split("\n")].map(cleanText).filter(Boolean),
      facts: [{ label: "Stars", value: `${rating} of 5` }],
      ...deskActionText(shop, { label: "Show or hide it", deskPath: "/reviews" }, seeBook),
      links: shop.deskUrl === null ? [] : [seeBook],
      because: `You get this e-mail because you run ${cleanText(shop.name)}, and hid an earlier review by this reader.`,
    };
  },
  sample: {
    number: "7.2",
    book: "The Guide",
    name: "Asha R.",
    rating: 2,
    title: "Slow",
    body: "Raju talks too much.\n\nStill, the end.",
    url: "https://endpaper.example/books/the-guide",
  },
};
