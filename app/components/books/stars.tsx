import { formatCount } from "#shop/kernel/text/format-count.ts";
import { starPath, type Rated } from "./rating.tsx";

/** Five stars filled to the average, followed by the average and the count in words. */
export function RatingStars({ book: { rating, ratingCount, isSampleRating } }: { book: Rated }) {
  if (rating === null) return <p className="text-quiet">No ratings yet</p>;
  return (
    <p className="figures flex flex-wrap items-center gap-x-2 sm:gap-x-3">
      <FiveStars rating={rating} className="w-18 min-[24rem]:w-25 sm:w-30" />
      <span>
        <span className="font-semibold whitespace-nowrap">{rating.toFixed(1)} out of 5</span>
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
