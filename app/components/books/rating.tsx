/** SVG path of a star, 20 by 20. */
export const starPath = "M10 1.8l2.5 5.4 5.9.7-4.4 4 1.2 5.8-5.2-2.9-5.2 2.9 1.2-5.8-4.4-4 5.9-.7z";
const counts = new Intl.NumberFormat("en-IN");

/** A book with its rating. */
export interface Rated {
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
