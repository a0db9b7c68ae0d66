import { sql } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import { hasConsent } from "#shop/people/readers/consents.server.ts";
import { unreviewedOf } from "#shop/people/reviews/review-letters.server.ts";
import { unsubscribeReviewLettersLink } from "#shop/people/reviews/review-letter-link.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { byAuthor } from "#shop/office/letters/by-author.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface ReviewAsk {
  readerName: string;
  books: { title: string; author: string; url: string }[];
  /** Withdraws the consent without signing in; mail programs also post to it (one-click unsubscribe). */
  unsubscribeUrl: string;
}

/** Asks a reader, who has consented to it, for reviews of the books of an order. */
export const reviewAsk: LetterType<ReviewAsk, "review-ask"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const { rows } = await db.execute<AskRow>(sql`
      select r.id, r.name, coalesce((select json_agg(json_build_object('id', u.id, 'title', u.title, 'author', u.author)
        order by u.position) from (${unreviewedOf(sql`o.id`)}) u), '[]') as books
      from orders o join readers r on r.id = o.reader_id where o.id = ${facts.orderId}`);
    const reader = rows[0];
    if (!reader || reader.books.length === 0 || !(await hasConsent(db, Number(reader.id), "review-letters")))
      return null;
    const books = reader.books.map(({ id, title, author }) => ({
      title,
      author,
      url: settings.publicUrl + href("/books/:bookId/review", { bookId: id }),
    }));
    const unsubscribeUrl = unsubscribeReviewLettersLink(settings.publicUrl, linkKey, Number(reader.id));
    return { readerName: reader.name, books, unsubscribeUrl };
  },
  write({ readerName, books, unsubscribeUrl: leave }, shop) {
    const name = cleanText(shop.name);
    const [first, ...others] = books.map((book) => ({
      title: cleanText(book.title),
      author: cleanText(book.author),
      url: linkTo(book.url, shop.publicUrl),
    }));
    if (!first) throw new Error("A letter that asks for a review names no book.");
    return {
      subject: `What did you think of ${shorten(first.title, 60)}?`,
      preheader: "A few words help the next reader, whether you liked it or not.",
      heading: "What did you think?",
      greeting: salutation(readerName),
      paragraphs: [
        others.length === 0
          ? `\u201c${first.title}\u201d${byAuthor(first.author)} has been with you for a while. If you have read it, please tell other readers what you think of it.`
          : "Your books have been with you for a while. Please tell other readers what you think of those that you have read.",
        "Whatever you write is shown as you write it, whether you liked the book or not. If you do not want to, you need not do anything: we will not ask about this order again.",
      ],
      facts: [],
      action: { label: `Review ${shorten(first.title, 40)}`, url: first.url },
      links: others.map(({ title, url }) => ({ label: `Review ${shorten(title, 60)}`, url })),
      because: `You get this e-mail because you allowed ${name} to ask you for a review. We send it only once per order.`,
      unsubscribe: { label: "Unsubscribe from e-mails that ask for reviews", url: linkTo(leave, shop.publicUrl) },
    };
  },
  sample: {
    readerName: "Asha Rao",
    books: [
      { title: "The Guide", author: "R. K. Narayan", url: "https://endpaper.example/books/the-guide/review" },
      { title: "गोदान", author: "प्रेमचंद", url: "https://endpaper.example/books/godan/review" },
    ],
    unsubscribeUrl: "https://endpaper.example/review-letters/leave/7/3b0c5f7e9a1d2c4b6e8f",
  },
};

interface AskRow {
  id: string;
  name: string;
  books: { id: string; title: string; author: string }[];
}
