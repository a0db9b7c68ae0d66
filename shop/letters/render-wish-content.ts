import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/money/money.ts";
import { cleanText, linkTo, salutation, shorten } from "#shop/text/clean-text.ts";
import type { LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import type { WishLetter } from "./wish-letter.ts";

/** Finds the words for a letter about a wish. */
export function renderWishContent(letter: WishLetter, shop: LetterShop): LetterContent {
  const { book, wishedAtPaise } = letter;
  const title = cleanText(book.title);
  const author = cleanText(book.author);
  const list = shorten(cleanText(letter.listName), 60);
  const price = formatPaise(book.pricePaise);
  const unsubscribeUrl = linkTo(letter.unsubscribeUrl, shop.publicUrl);
  const isCheaper = letter.kind === "wish-cheaper";
  const less = formatPaise(wishedAtPaise - book.pricePaise);
  return {
    subject: isCheaper ? `${less} less: ${shorten(title, 60)}` : `Back on the shelf: ${shorten(title, 60)}`,
    preheader: isCheaper
      ? `From your wishlist, by ${author}. Now ${price}.`
      : `From your wishlist, by ${author}, ${price}.`,
    heading: isCheaper ? `${shorten(title, 90)} costs less now` : `${shorten(title, 90)} is back`,
    greeting: salutation(letter.readerName),
    paragraphs: [
      isCheaper
        ? `\u201c${title}\u201d by ${author} is on your list \u201c${list}\u201d, and costs ${less} less than when you put it there.`
        : `\u201c${title}\u201d by ${author}, from your list \u201c${list}\u201d, is on the shelf again. We have not put a copy aside for you.`,
    ],
    facts: [
      { label: isCheaper ? "Price now" : "Price", value: price },
      ...(isCheaper ? [{ label: "When you wished for it", value: formatPaise(wishedAtPaise) }] : []),
    ],
    action: { label: "See the book", url: linkTo(book.url, shop.publicUrl) },
    links: [
      { label: "Your wishlist", url: linkTo(href("/wishlist"), shop.publicUrl) },
      { label: "No more letters about this list", url: unsubscribeUrl },
    ],
    because: `You get this letter because you asked ${cleanText(shop.name)} for it on your wishlist.`,
    unsubscribeUrl,
  };
}
