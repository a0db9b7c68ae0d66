/** The pages of words that every shop has. The bookseller may write other words for them; until then they have these. */
import { lastPrivacyChange } from "#app/content/privacy-fields.ts";
import type { ContentPage } from "#app/content/content-page.ts";
import type { PageFacts } from "#app/content/page-fields.ts";
import { writeLine, writeSections } from "#app/content/write-page.ts";
import { about } from "./about.ts";
import { contact } from "./contact.ts";
import { faq } from "./faq.ts";
import { privacyPolicy } from "./privacy-policy.ts";
import { returnsPolicy } from "./returns-policy.ts";
import { shippingPolicy } from "./shipping-policy.ts";
import { termsOfService } from "./terms-of-service.ts";

interface FixedPage {
  title: string;
  /** The heading with fields, if it is not the title. */
  heading?: string;
  /** Meta description, with fields. */
  description: string;
  lead: string;
  text: string;
  /** The day from which the words are (`YYYY-MM-DD`), for pages that show it. */
  since?: (facts: PageFacts) => string;
  /** Set for a page that does not show when its words were changed. */
  isUndated?: true;
  /** What readers find on the page besides these words, in a sentence for the desk. */
  besides?: string;
}

/** By address, without the slash. */
export const fixedPages = {
  about: {
    title: "About",
    heading: "About {shop name}",
    description: "What {shop name} is, what it believes about selling books, and who we are.",
    besides: "Smaller headings are numbered. Five books from your window follow these words.",
    isUndated: true,
    ...about,
  },
  contact: {
    title: "Contact",
    description: "Write to the shop, call it, or send a card: every message gets an answer.",
    besides: "The text is shown next to the form that readers write to you with.",
    isUndated: true,
    ...contact,
  },
  faq: {
    title: "Frequently asked questions",
    description: "Ordering, paying, delivery, returns and your data: short answers, all of them true.",
    ...faq,
  },
  shipping: {
    title: "Shipping",
    description: "What delivery costs at {shop name}, where parcels go and how long they take.",
    ...shippingPolicy,
  },
  returns: {
    title: "Returns",
    description: "Cancelling an order, sending a book back and getting your money back at {shop name}.",
    ...returnsPolicy,
  },
  "privacy-policy": {
    title: "Privacy policy",
    description: "What {shop name} keeps about you, why, for how long, and how to have it deleted.",
    ...privacyPolicy,
    since: lastPrivacyChange,
  },
  "terms-of-service": {
    title: "Terms of service",
    description: "The terms under which {shop name} sells books and keeps accounts.",
    ...termsOfService,
    since: () => "2025-05-31",
  },
} satisfies Record<string, FixedPage>;

export type FixedPageId = keyof typeof fixedPages;

/** The words that a bookseller wrote for such a page, and when. */
export interface WrittenWords {
  lead: string;
  text: string;
  changedAt: string;
}

/** Whether this is the address of such a page. */
export function isFixedPageId(id: string): id is FixedPageId {
  return Object.hasOwn(fixedPages, id);
}

/** The page of this address; null if it is none of these. */
export function findFixedPage(id: string): FixedPage | null {
  return isFixedPageId(id) ? fixedPages[id] : null;
}

/** The field that includes the shop's own words in those of the bookseller. */
export const originalField = "original text";

/** A text with the shop's own words in place of their field, which needs a line of its own. */
export function withOriginal(text: string, original: string): string {
  return text.replace(/^[ \t]*\{original text\}[ \t]*$/m, () => original);
}

/** Writes such a page, with the bookseller's words if there are any. */
export function writeFixedPage(id: FixedPageId, written: WrittenWords | null, facts: PageFacts): ContentPage {
  const { title, heading = title, description, lead, text, since, isUndated }: FixedPage = fixedPages[id];
  const days = isUndated ? [] : [since?.(facts), written?.changedAt].filter((day) => day !== undefined);
  const changed = days
    .map((day) => new Date(day))
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);
  return {
    title: writeLine(heading, facts),
    description: writeLine(description, facts),
    lead: writeLine(written?.lead ?? lead, facts),
    ...(changed && { updated: changed.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "Asia/Kolkata" }) }),
    sections: writeSections(withOriginal(written?.text ?? text, text), facts),
  };
}
