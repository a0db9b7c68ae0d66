import { Link } from "react-router";

import { href } from "#routing/href.ts";
import { hideReasonLabels, type OwnReview } from "#shop/people/reviews/review.ts";
import { Banner } from "#ui/banner.tsx";

/** The last action on this page. */
export type ReviewFlash = "saved" | "withdrawn";

interface OwnStateProps {
  bookId: string;
  own: OwnReview | null;
  flash: string | null;
}

/** State of the reader's own review: published, in moderation or rejected. */
export function OwnState({ bookId, own, flash }: OwnStateProps) {
  const onPage = (
    <Link to={`${href("/books/:bookId", { bookId })}#reviews`} className="link">
      the book’s page
    </Link>
  );
  if (own === null) {
    return flash === ("withdrawn" satisfies ReviewFlash) ? (
      <Banner variant="success" className="mt-6 max-w-measure">
        Your review is deleted.
      </Banner>
    ) : null;
  }
  switch (own.state) {
    case "published":
      return (
        <Banner variant="success" className="mt-6 max-w-measure">
          <span>
            {flash === ("saved" satisfies ReviewFlash) ? "Thank you. Your review is on " : "Your review is on "}
          </span>
          {onPage}.
        </Banner>
      );
    case "waiting":
      return (
        <Banner variant="note" className="mt-6 max-w-measure">
          An earlier review of yours was hidden, so we check this one before it is shown, usually within two working
          days. We will write to you.
        </Banner>
      );
    case "refused":
      return (
        <Banner variant="note" className="mt-6 max-w-measure">
          <p className="font-semibold">We have hidden your review.</p>
          <p>
            {own.reason && hideReasonLabels[own.reason]} Change your review below, and we will check it again. If you
            think we are wrong,{" "}
            <Link to={href("/contact")} className="link">
              write to us
            </Link>
            .
          </p>
        </Banner>
      );
  }
}
