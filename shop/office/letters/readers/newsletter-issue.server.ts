import { href } from "#routing/href.ts";
import { unsubscribeLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findNewsletterState } from "#shop/people/correspondence/newsletter.server.ts";
import { findIssue } from "#shop/people/correspondence/send-issue.server.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface IssueLetter {
  subject: string;
  /** Texts and links, in the order of the issue. */
  parts: (string | { label: string; url: string })[];
  /** Null for a test letter to the bookseller. */
  unsubscribeUrl: string | null;
}

/** An issue of the newsletter, to one subscriber. */
export const newsletterIssue: LetterType<IssueLetter, "newsletter-issue"> = {
  /** Skips people who have unsubscribed since. A letter without a token is a test letter to the bookseller. */
  async load({ db, settings: { publicUrl } }, { facts: { issueId, token } }) {
    const issue = await findIssue(db, issueId);
    if (!issue) return null;
    const parts = issue.parts.map((part) =>
      typeof part === "string" ? part : { label: part.label, url: publicUrl + part.path },
    );
    const letter = { subject: issue.subject, parts };
    if (token === undefined) return { ...letter, unsubscribeUrl: null };
    const isOnList = (await findNewsletterState(db, token)) === "confirmed";
    return isOnList ? { ...letter, unsubscribeUrl: unsubscribeLink(publicUrl, token) } : null;
  },
  write(letter, shop) {
    const name = cleanText(shop.name);
    const paragraphs = letter.parts.map((part) =>
      typeof part === "string" ? part : { label: part.label, url: linkTo(part.url, shop.publicUrl) },
    );
    const hasLink = paragraphs.some((one) => typeof one !== "string");
    const words = paragraphs.filter((one) => typeof one === "string");
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
      "Dear readers,",
      "The first clouds are over the Ghats, and the table by the door has changed with them.",
      { label: "The whole list", url: "https://endpaper.example/reading-lists/summer" },
      "Six books to read while it pours, and one, गोदान, for when it does not.",
      { label: "New on the table", url: "https://endpaper.example/best-sellers" },
    ],
    unsubscribeUrl: "https://endpaper.example/newsletter/leave/3b0c5f7e9a1d2c4b6e8f",
  },
};
