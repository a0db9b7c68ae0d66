import type { ReviewPage } from "#shop/people/reviews/review.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

const counts = new Intl.NumberFormat("en-IN");

/** Bar chart of the number of reviews per star, from five to one. */
export function StarCounts({ reviews: { count, countsByStars } }: { reviews: ReviewPage }) {
  return (
    <>
      <p className="figures mt-2 text-quiet">{formatCount(count, "review")}</p>
      <ul className="figures mt-5 grid gap-1.5 text-small">
        {countsByStars.map((given, index) => (
          <li key={5 - index} className="grid grid-cols-[4rem_1fr_3.5rem] items-center gap-3">
            <span>{index === 4 ? "1 star" : `${5 - index} stars`}</span>
            <svg
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2.5 w-full rounded-sm bg-line"
            >
              <rect width={(100 * given) / count} height="1" className="fill-marigold" />
            </svg>
            <span className="text-right text-quiet">{counts.format(given)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
