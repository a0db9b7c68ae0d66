import { sql } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { byAuthor } from "#shop/office/letters/by-author.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface BackInStock {
  book: { title: string; author: string; url: string; pricePaise: number };
}

/** To a reader who waits for a book: it is in stock again. */
export const backInStock: LetterType<BackInStock, "back-in-stock"> = {
  async load({ db, settings }, { facts }) {
    const { bookId } = facts;
    const { rows } = await db.execute<{ title: string; author: string; pricePaise: number }>(sql`
      select w.title, b.price_paise, ${authorNamesSql} as author
      from books b join works w on w.id = b.work_id where b.id = ${bookId} and b.is_listed`);
    const book = rows[0];
    if (!book) return null;
    const { title, author, pricePaise } = book;
    return { book: { title, author, pricePaise, url: settings.publicUrl + href("/books/:bookId", { bookId }) } };
  },
  write({ book }, shop) {
    const title = cleanText(book.title);
    const author = cleanText(book.author);
    const price = formatPaise(book.pricePaise);
    return {
      subject: `Back in stock: ${shorten(title, 60)}`,
      preheader: `You asked us to tell you. ${author && `By ${author}, `}${price}.`,
      heading: `${shorten(title, 90)} is back in stock`,
      greeting: "Hello,",
      paragraphs: [
        `“${title}”${byAuthor(author)} is in stock again. You asked us to tell you.`,
        "We have not put a copy aside for you, and others may be waiting for it too. This is the only time we write about it.",
      ],
      facts: [{ label: "Price", value: price }],
      action: { label: "See the book", url: linkTo(book.url, shop.publicUrl) },
      links: [],
      because: `You get this e-mail because you asked ${cleanText(shop.name)} to tell you when the book is back.`,
    };
  },
  sample: {
    book: {
      title: "The Legends of Khasak",
      author: "O. V. Vijayan",
      url: "https://endpaper.example/books/the-legends-of-khasak",
      pricePaise: 34_900,
    },
  },
};
