/** Stars and rating texts of a book and of a review. */
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** SVG path of a star, 20 by 20. */
export const starPath = "M10 1.8l2.5 5.4 5.9.7-4.4 4 1.2 5.8-5.2-2.9-5.2 2.9 1.2-5.8-4.4-4 5.9-.7z";
const counts = new Intl.NumberFormat("en-IN");

interface Rated {
  rating: number | null;
  ratingCount: number;
  isSampleRating: boolean;
}

/**
 * One star and the average, for cards and lists; nothing for a book without ratings. Sample ratings have no count, as
 * no reader gave them; that they are samples is said once on the page, and here to screen readers.
 */
export function Rating({ book: { rating, ratingCount, isSampleRating } }: { book: Rated }) {
  if (rating === null) return null;
  return (
    <p
      className="figures flex items-center gap-1 text-small text-quiet"
      title={isSampleRating ? "Sample rating" : undefined}
    >
      <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" className="fill-marigold">
        <path d={starPath} />
      </svg>
      <span className="font-semibold text-ink">
        <span className="sr-only">Rated </span>
        {rating.toFixed(1)}
        <span className="sr-only"> out of 5</span>
      </span>
      {isSampleRating ? (
        <span className="sr-only">(sample)</span>
      ) : (
        <span>
          ({counts.format(ratingCount)}
          <span className="sr-only"> ratings</span>)
        </span>
      )}
    </p>
  );
}

/** Five stars filled to the average, followed by the average and the count in words. */
export function RatingStars({ book: { rating, ratingCount, isSampleRating } }: { book: Rated }) {
  if (rating === null) return <p className="text-quiet">No ratings yet</p>;
  return (
    <p className="figures flex flex-wrap items-center gap-x-3">
      <FiveStars rating={rating} className="w-25 sm:w-30" />
      <span>
        <span className="font-semibold">{rating.toFixed(1)} out of 5</span>
        {isSampleRating ? (
          <span className="sr-only">, a sample rating</span>
        ) : (
          <span className="whitespace-nowrap text-quiet">{` · ${formatCount(ratingCount, "rating")}`}</span>
        )}
      </span>
    </p>
  );
}

/** Stars of one reader's review, with the number for screen readers. */
export function GivenStars({ rating }: { rating: number }) {
  return (
    <span>
      <FiveStars rating={rating} className="w-20" />
      <span className="sr-only">{rating} out of 5 stars</span>
    </span>
  );
}

function FiveStars({ rating, className }: { rating: number; className: string }) {
  return (
    <svg viewBox="0 0 100 20" width="120" height="24" aria-hidden="true" className={`h-auto ${className}`}>
      <Stars className="fill-line" />
      <svg width={rating * 20} height="20">
        <Stars className="fill-marigold" />
      </svg>
    </svg>
  );
}

function Stars({ className }: { className: string }) {
  return (
    <g className={className}>
      {[0, 20, 40, 60, 80].map((x) => (
        <path key={x} d={starPath} transform={`translate(${x} 0)`} />
      ))}
    </g>
  );
}
