/** Letters about books on a wishlist that became cheaper or are in stock again, for readers who enabled them. */
import { sql, type SQL } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import type { LetterContent, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Services } from "#shop/services.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { byAuthor } from "#shop/office/letters/by-author.ts";
import type { LetterType, WaitingLetter } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface WishLetter {
  readerName: string;
  listName: string;
  book: { title: string; author: string; url: string; pricePaise: number };
  /** Price of the book when it was added to the list. */
  wishedAtPaise: number;
  /** Disables the letters of this list. */
  unsubscribeUrl: string;
}

const sample: WishLetter = {
  readerName: "Asha Rao",
  listName: "For the monsoon",
  book: {
    title: "The Legends of Khasak",
    author: "O. V. Vijayan",
    url: "https://endpaper.example/books/the-legends-of-khasak",
    pricePaise: 29_900,
  },
  wishedAtPaise: 34_900,
  unsubscribeUrl: "https://endpaper.example/wishlist/leave/3b0c5f7e9a1d2c4b6e8f",
};

/** The book costs less than when it was added to the list. */
export const wishCheaper: LetterType<WishLetter, "wish-cheaper"> = {
  load: (services, letter) => findWish(services, letter, sql`l.tells_cheaper and b.price_paise < x.price_paise`),
  write: (letter, shop) => writeAboutWish(letter, shop, true),
  sample,
};

/** The book is in stock again. */
export const wishBack: LetterType<WishLetter, "wish-back"> = {
  load: (services, letter) => findWish(services, letter, sql`l.tells_back`),
  write: (letter, shop) => writeAboutWish(letter, shop, false),
  sample,
};

/**
 * Reads the data of a letter; null if the book was removed from the list, if the letters were disabled, or if the
 * condition no longer applies.
 */
async function findWish(
  { db, settings }: Services,
  { facts }: WaitingLetter<"wish-cheaper" | "wish-back">,
  stands: SQL,
): Promise<WishLetter | null> {
  const { rows } = await db.execute<WishRow>(sql`
    select w.title, ${authorNamesSql} as author, l.name as list, r.name, l.leave_token as leave, b.price_paise as now,
      x.price_paise as then
    from wishes x join wishlists l on l.id = x.wishlist_id join readers r on r.id = x.reader_id
    join books b on b.id = x.book_id and b.is_listed join works w on w.id = b.work_id
    where x.reader_id = ${facts.readerId} and x.book_id = ${facts.bookId} and ${stands}`);
  const wish = rows[0];
  if (!wish) return null;
  const { title, author, list, name, leave, now, then } = wish;
  const url = settings.publicUrl + href("/books/:bookId", { bookId: facts.bookId });
  return {
    readerName: name,
    listName: list,
    book: { title, author, url, pricePaise: now },
    wishedAtPaise: then,
    unsubscribeUrl: settings.publicUrl + href("/wishlist/leave/:token", { token: leave }),
  };
}

interface WishRow {
  title: string;
  author: string;
  list: string;
  name: string;
  leave: string;
  now: number;
  then: number;
}

function writeAboutWish(letter: WishLetter, shop: LetterShop, isCheaper: boolean): LetterContent {
  const { book, wishedAtPaise } = letter;
  const title = cleanText(book.title);
  const author = cleanText(book.author);
  const list = shorten(cleanText(letter.listName), 60);
  const price = formatPaise(book.pricePaise);
  const less = formatPaise(wishedAtPaise - book.pricePaise);
  return {
    subject: isCheaper ? `${less} less: ${shorten(title, 60)}` : `Back in stock: ${shorten(title, 60)}`,
    preheader: `From your wishlist${author && `, by ${author}`}${isCheaper ? ". Now" : ","} ${price}.`,
    heading: isCheaper ? `${shorten(title, 90)} costs less now` : `${shorten(title, 90)} is back in stock`,
    greeting: salutation(letter.readerName),
    paragraphs: [
      isCheaper
        ? `\u201c${title}\u201d${byAuthor(author)} is on your list \u201c${list}\u201d, and costs ${less} less than when you put it there.`
        : `\u201c${title}\u201d${byAuthor(author)}, from your list \u201c${list}\u201d, is in stock again. We have not put a copy aside for you.`,
    ],
    facts: [
      { label: isCheaper ? "Price now" : "Price", value: price },
      ...(isCheaper ? [{ label: "When you wished for it", value: formatPaise(wishedAtPaise) }] : []),
    ],
    action: { label: "See the book", url: linkTo(book.url, shop.publicUrl) },
    links: [{ label: "Your wishlist", url: linkTo(href("/wishlist"), shop.publicUrl) }],
    because: `You get this e-mail because you asked ${cleanText(shop.name)} for it on your wishlist.`,
    unsubscribe: { label: "No more e-mails about this list", url: linkTo(letter.unsubscribeUrl, shop.publicUrl) },
  };
}
