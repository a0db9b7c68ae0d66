import { readListedBooks } from "#shop/catalogue/editing/list-books.server.ts";
import { renderLetter } from "#shop/kernel/mail/render-letter.ts";
import type { LetterBook, LetterLink, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Services } from "#shop/services.ts";
import { href } from "#routing/href.ts";
import { unsubscribeLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findNewsletterState } from "#shop/people/correspondence/newsletter.server.ts";
import { findLinkedBook, type NewsletterIssue } from "#shop/people/correspondence/newsletter-issue.ts";
import { findIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { plainWords, replaceInBlock, type TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface NewsletterLetter {
  subject: string;
  /** Texts, links and books, in the order of the issue. */
  parts: (TextBlock | LetterLink | LetterBook)[];
  /** Null for a test letter to the bookseller. */
  unsubscribeUrl: string | null;
}

/** The parts of an issue for a letter. A link to a book becomes the book, with author and price, if readers see it. */
export async function loadIssueParts(
  { db, settings: { publicUrl } }: Pick<Services, "db" | "settings">,
  { parts }: NewsletterIssue,
): Promise<NewsletterLetter["parts"]> {
  const ids = parts.flatMap((part) => ("path" in part ? (findLinkedBook(part) ?? []) : []));
  const books = ids.length === 0 ? [] : await readListedBooks(db, ids);
  return parts.map((part) => {
    if (!("path" in part)) return part;
    const url = publicUrl + part.path;
    const book = books.find(({ id, isListed }) => isListed && id === findLinkedBook(part));
    if (!book) return { label: part.label, url };
    const about = [book.title === part.label ? "" : book.title, book.authors].filter(Boolean).join(", ");
    return { title: part.label, about, amount: formatPaise(book.pricePaise), url };
  });
}

/** Renders an issue as the e-mail that its author gets first. */
export async function renderIssue(
  services: Pick<Services, "db" | "settings">,
  issue: NewsletterIssue,
  shop: LetterShop,
) {
  const parts = await loadIssueParts(services, issue);
  return renderLetter(newsletterIssue.write({ subject: issue.subject, parts, unsubscribeUrl: null }, shop), shop);
}

/** An issue of the newsletter, to one subscriber. */
export const newsletterIssue: LetterType<NewsletterLetter, "newsletter-issue"> = {
  /** Skips people who have unsubscribed since. A letter without a token is a test letter to the bookseller. */
  async load(services, { facts: { issueId, token } }) {
    const { db, settings } = services;
    const issue = await findIssue(db, issueId);
    if (!issue) return null;
    const letter = { subject: issue.subject, parts: await loadIssueParts(services, issue) };
    if (token === undefined) return { ...letter, unsubscribeUrl: null };
    const isOnList = (await findNewsletterState(db, token)) === "confirmed";
    return isOnList ? { ...letter, unsubscribeUrl: unsubscribeLink(settings.publicUrl, token) } : null;
  },
  write(letter, shop) {
    const name = cleanText(shop.name);
    const paragraphs = letter.parts.map((part) => {
      if ("url" in part) return { ...part, url: linkTo(part.url, shop.publicUrl) };
      return replaceInBlock(part, (piece) =>
        "to" in piece ? { ...piece, to: linkTo(piece.to, shop.publicUrl) } : piece,
      );
    });
    const hasLink = paragraphs.some((one) => "label" in one);
    const words = paragraphs.flatMap((one) => ("paragraph" in one ? cleanText(plainWords(one.paragraph)) : []));
    // A greeting is no useful preview in an inbox.
    const first = words.find((one) => !one.endsWith(",")) ?? words[0] ?? "";
    const unsubscribeUrl = letter.unsubscribeUrl === null ? null : linkTo(letter.unsubscribeUrl, shop.publicUrl);
    return {
      subject: letter.subject,
      preheader: shorten(first, 120),
      heading: letter.subject,
      paragraphs,
      facts: [],
      ...(hasLink ? {} : { action: { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) } }),
      links: [],
      because:
        unsubscribeUrl === null
          ? `You get this e-mail because you run ${name}: subscribers get it when you send it to everyone.`
          : `You get this e-mail because you asked for ${name}’s newsletter and confirmed it.`,
      ...(unsubscribeUrl === null ? {} : { unsubscribe: { label: "Unsubscribe", url: unsubscribeUrl } }),
      list: "newsletter",
    };
  },
  sample: {
    subject: "Books for the rains",
    parts: [
      { paragraph: ["Dear readers,"] },
      {
        paragraph: [
          "The first clouds are over the Ghats, and ",
          { to: "https://endpaper.example/this-week", pieces: ["the table by the door"] },
          " has changed with them.",
        ],
      },
      { label: "The whole list", url: "https://endpaper.example/reading-lists/summer" },
      { heading: ["While it pours"], level: 2 },
      {
        items: [
          [{ strong: ["Six books"] }, " to read indoors"],
          ["One, गोदान, for when it does ", { emphasis: ["not"] }],
        ],
        first: null,
      },
      { label: "New on the table", url: "https://endpaper.example/best-sellers" },
      { title: "Godan", about: "गोदान, प्रेमचंद", amount: "₹299.00", url: "https://endpaper.example/books/godan" },
    ],
    unsubscribeUrl: "https://endpaper.example/newsletter/leave/3b0c5f7e9a1d2c4b6e8f",
  },
};
