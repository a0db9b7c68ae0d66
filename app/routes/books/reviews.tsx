/** Reviews of a book: number of reviews per star, then the reviews, newest first. */
import { htmlTime } from "#app/display/html-time.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { Pagination } from "#app/components/shelves/pagination.tsx";
import { GivenStars } from "#app/components/books/stars.tsx";
import { href } from "#routing/href.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import type { Review, ReviewPage } from "#shop/people/reviews/review.ts";
import { ButtonLink } from "#ui/button.tsx";

import { StarCounts } from "./star-counts.tsx";

export function Reviews({ book, reviews }: { book: BookCard; reviews: ReviewPage }) {
  const bookId = book.id;
  const about = describeRatingSources(book, reviews);
  const isMixed = reviews.reviews.some(({ isSample }) => !isSample);
  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="page grid scroll-mt-4 gap-x-10 gap-y-8 pt-20 lg:grid-cols-12 lg:pt-28 xl:gap-x-16 print:hidden"
    >
      <div className="max-w-[24rem] lg:col-span-5">
        <h2 id="reviews-title" className="text-h2">
          What readers say
        </h2>
        {reviews.count > 0 && <StarCounts reviews={reviews} />}
        {about && <p className="mt-4 text-small text-quiet">{about}</p>}
        {reviews.count > 0 && <WriteReview bookId={bookId} />}
      </div>
      <div className="max-w-measure lg:col-span-7">
        {reviews.count === 0 ? (
          <>
            <p className="text-lead text-quiet">Nobody has written about this book yet.</p>
            <WriteReview bookId={bookId} />
          </>
        ) : (
          <ul className="border-t border-line">
            {reviews.reviews.map((review) => (
              <OneReview key={review.id} review={review} isMixed={isMixed} />
            ))}
          </ul>
        )}
        <Pagination
          page={reviews.page}
          pages={reviews.pages}
          label="Pages of reviews"
          to={href("/books/:bookId", { bookId })}
          anchor="reviews"
        />
      </div>
    </section>
  );
}

/** Explains why the average at the top differs from the reviews below; empty if it does not. */
function describeRatingSources({ isSampleRating, ratingCount }: BookCard, { reviews, count }: ReviewPage) {
  const others = ratingCount - count;
  const hasSamples = reviews.some(({ isSample }) => isSample);
  const words = [
    hasSamples && "Sample reviews of the demonstration catalogue.",
    isSampleRating
      ? hasSamples
        ? "The rating above is a sample too."
        : "The rating above is a sample of the demonstration catalogue."
      : others > 0 && `The rating above also counts ${formatCount(others, "rating")} that came with the book’s record.`,
  ];
  return words.filter(Boolean).join(" ");
}

/**
 * The cached page is the same for all readers, so the link is always shown; its target checks whether the reader bought
 * the book.
 */
function WriteReview({ bookId }: { bookId: string }) {
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1">
      Read it?
      <ButtonLink to={href("/books/:bookId/review", { bookId })} variant="outline" rel="nofollow">
        Write a review
      </ButtonLink>
    </p>
  );
}

/** A review; `isMixed` if some of the others are samples of the demonstration, and some are not. */
function OneReview({ review, isMixed }: { review: Review; isMixed: boolean }) {
  const { isVerified, isSample, createdAt, changedAt } = review;
  return (
    <li className="border-b border-line py-6">
      <GivenStars rating={review.rating} />
      {review.title !== "" && (
        <h3 className="mt-2 text-title wrap-anywhere" lang={detectLanguage(review.title)}>
          {review.title}
        </h3>
      )}
      <p className="mt-2 wrap-anywhere whitespace-pre-line" lang={detectLanguage(review.body)}>
        {review.body}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-3 text-small text-quiet">
        <span className="font-semibold wrap-anywhere text-ink" lang={detectLanguage(review.name)}>
          {review.name}
        </span>
        {isVerified && <span>Bought it here</span>}
        {isSample && isMixed && <span>Sample</span>}
        <span>
          <time dateTime={htmlTime(createdAt)}>{longDay(createdAt)}</time>
          {changedAt && (
            <>
              , changed <time dateTime={htmlTime(changedAt)}>{longDay(changedAt)}</time>
            </>
          )}
        </span>
      </p>
    </li>
  );
}
