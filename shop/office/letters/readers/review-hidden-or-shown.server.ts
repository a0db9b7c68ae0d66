/** Letters to the writer of a review that was hidden or is shown again. */
import { sql } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import type { LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { hideReasonLabels, type HideReason } from "#shop/people/reviews/review.ts";
import type { Services } from "#shop/services.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import type { LetterType, WaitingLetter } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface ReviewShown {
  readerName: string;
  /** Title of the book. */
  title: string;
  /** The page to change or withdraw the review. */
  url: string;
  /** The rules for reviews. */
  rulesUrl: string;
}

interface ReviewHidden extends ReviewShown {
  reason: string;
}

const sample = {
  readerName: "Asha Rao",
  title: "The Guide",
  url: "https://endpaper.example/books/the-guide/review",
  rulesUrl: "https://endpaper.example/terms-of-service#reviews",
};

/** To the writer of a review: it was hidden, with the reason. */
export const reviewHidden: LetterType<ReviewHidden, "review-hidden"> = {
  async load(services, letter) {
    const decision = await findDecision(services, letter);
    return decision?.reason ? { ...decision, reason: decision.reason } : null;
  },
  write(letter, shop) {
    const { start, title, url } = beginReviewLetter(letter, shop);
    return {
      ...start,
      subject: `Your review of ${shorten(title, 60)} is hidden`,
      preheader: "Why, and what you can do about it.",
      heading: "Your review is not shown",
      paragraphs: [
        `We have hidden your review of \u201c${title}\u201d, and its stars are not counted for now. We never do that because somebody did not like a book, and we never change a reader’s words.`,
        "Your review is not lost: change it, and we will look at it again. If you think we are wrong, reply to this e-mail.",
      ],
      facts: [{ label: "Why", value: letter.reason }],
      action: { label: "Change your review", url },
      replyTo: shop.supportEmail,
    };
  },
  sample: { ...sample, reason: "It advertises something, or was paid for." },
};

/** To the writer of a review: it is shown again. */
export const reviewShown: LetterType<ReviewShown, "review-shown"> = {
  load: findDecision,
  write(letter, shop) {
    const { start, title, url } = beginReviewLetter(letter, shop);
    return {
      ...start,
      subject: `Your review of ${shorten(title, 60)} is shown`,
      preheader: "It is on the book’s page, word for word.",
      heading: "Your review is on the book’s page",
      paragraphs: [
        `We have looked at your review of \u201c${title}\u201d, and it is on the book’s page, word for word.`,
      ],
      action: { label: "See your review", url },
    };
  },
  sample,
};

/** The decision of a letter; null if there is a later one. */
async function findDecision({ db, settings }: Services, { facts }: WaitingLetter<"review-hidden" | "review-shown">) {
  const { rows } = await db.execute<DecisionRow>(sql`
    select r.name, w.title, b.id as book_id, d.reason from review_decisions d
    join readers r on r.id = d.reader_id join works w on w.id = d.work_id join books b on b.work_id = w.id and b.is_main
    join reviews v on v.reader_id = d.reader_id and v.work_id = d.work_id
      and v.state = case d.decision when 'hidden' then 'refused' else 'published' end
    where d.id = ${facts.decisionId} and not exists (select from review_decisions later
      where later.reader_id = d.reader_id and later.work_id = d.work_id and later.id > d.id)`);
  const decision = rows[0];
  if (!decision) return null;
  return {
    readerName: decision.name,
    title: decision.title,
    url: settings.publicUrl + href("/books/:bookId/review", { bookId: decision.bookId }),
    reason: decision.reason && hideReasonLabels[decision.reason],
    rulesUrl: `${settings.publicUrl}${href("/terms-of-service")}#reviews`,
  };
}

function beginReviewLetter(letter: ReviewShown, shop: LetterShop) {
  return {
    title: shorten(cleanText(letter.title), 90),
    url: linkTo(letter.url, shop.publicUrl),
    start: {
      greeting: salutation(letter.readerName),
      facts: [],
      links: [{ label: "What we ask of reviews", url: linkTo(letter.rulesUrl, shop.publicUrl) }],
      because: `You get this e-mail because you wrote a review at ${cleanText(shop.name)}.`,
    },
  };
}

interface DecisionRow {
  name: string;
  title: string;
  bookId: string;
  reason: HideReason | null;
}
