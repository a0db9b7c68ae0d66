import { Link } from "react-router";

import { href } from "#routing/href.ts";
import { hideReasonWords, type OwnReview } from "#shop/reviews/review.ts";
import { Banner } from "#ui/banner.tsx";

/** What has just happened on this page. */
export type ReviewNote = "saved" | "withdrawn";

interface OwnStateProps {
  bookId: string;
  own: OwnReview | null;
  note: string | null;
}

/** Where a reader's review stands. */
export function OwnState({ bookId, own, note }: OwnStateProps) {
  const onPage = (
    <Link to={`${href("/books/:bookId", { bookId })}#reviews`} className="link">
      the book’s page
    </Link>
  );
  if (own === null) {
    return note === ("withdrawn" satisfies ReviewNote) ? (
      <Banner tone="success" className="mt-6 max-w-measure">
        Your review is deleted.
      </Banner>
    ) : null;
  }
  switch (own.state) {
    case "published":
      return (
        <Banner tone="success" className="mt-6 max-w-measure">
          {note === ("saved" satisfies ReviewNote) ? "Thank you. Your review is on " : "Your review is on "}
          {onPage}.
        </Banner>
      );
    case "waiting":
      return (
        <Banner tone="note" className="mt-6 max-w-measure">
          An earlier review of yours was hidden, so we look at this one before it is shown, usually within two working
          days. You get a letter.
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="note" className="mt-6 max-w-measure">
          <p className="font-semibold">We have hidden your review.</p>
          <p>
            {own.reason && hideReasonWords[own.reason]} Change your words below, and we look again. If you think we are
            wrong,{" "}
            <Link to={href("/contact")} className="link">
              write to us
            </Link>
            .
          </p>
        </Banner>
      );
  }
}
