import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Choices } from "#desk/components/forms/choices.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { listWrittenReviews, reviewsOnPage } from "#shop/people/reviews/moderate-review.server.ts";
import { reviewNumber, type ReviewState } from "#shop/people/reviews/review.ts";
import { isKeyOf, typedKeys } from "#shop/kernel/text/object-keys.ts";
import { reviewActions } from "./actions.server.ts";
import { ReviewCard } from "./review-card.tsx";

import type { Route } from "./+types/route";

const parts = { waiting: "waiting", hidden: "refused", all: null } as const satisfies Record<
  string,
  ReviewState | null
>;
type Part = keyof typeof parts;
const partNames: Record<Part, string> = { waiting: "Waiting", hidden: "Hidden", all: "All" };

function readPart(url: string): Part {
  const which = new URL(url).searchParams.get("which") ?? "";
  return isKeyOf(parts, which) ? which : "waiting";
}

/** The id of the review after which the page begins; null for the first page. */
function readBefore(url: string): number | null {
  const before = new URL(url).searchParams.get("before") ?? "";
  return /^\d{1,15}$/.test(before) ? Number(before) : null;
}

/** Lists readers' reviews, newest first: waiting, hidden or all. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const part = readPart(args.request.url);
  const { db, settings } = args.context.get(servicesContext);
  const before = readBefore(args.request.url);
  const reviews = (await listWrittenReviews(db, parts[part], before)).map((review) => ({
    ...review,
    number: reviewNumber(review),
    at: shortMoment(review.changedAt ?? review.writtenAt),
    bookUrl: `${settings.publicUrl}/books/${encodeURIComponent(review.bookId)}`,
  }));
  const last = reviews.length === reviewsOnPage ? reviews.at(-1) : undefined;
  return { part, reviews, isFirst: before === null, lastId: last?.id ?? null };
}

export async function action(args: Route.ActionArgs) {
  const which = readPart(args.request.url);
  return answerAction(args, reviewActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/reviews", { which }), answer),
  );
}

export const meta = () => [{ title: "Reviews" }];

const empty: Record<Part, string> = {
  waiting: "No review is waiting. A review waits if the reader changed it after it was hidden.",
  hidden: "No review is hidden.",
  all: "No reader has written a review yet.",
};

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { part, reviews, isFirst, lastId } = loaderData;
  const trouble = actionData ?? null;
  const which = part === "waiting" ? null : part;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Reviews</h1>
      <Choices
        label="Which reviews"
        choices={typedKeys(parts).map((which) => ({
          words: partNames[which],
          to: deskHref("/reviews", { which: which === "waiting" ? null : which }),
          isChosen: which === part,
        }))}
      />
      <ActionBanner trouble={trouble} />
      {reviews.length === 0 ? (
        <p className="mt-4">{isFirst ? empty[part] : "There are no older reviews."}</p>
      ) : (
        <ul className="mt-4 grid gap-4">
          {reviews.map((review) => (
            <li key={review.number} className="desk-card p-4">
              <ReviewCard review={review} trouble={trouble?.values.review === review.number ? trouble : null} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        newest={isFirst ? null : deskHref("/reviews", { which })}
        older={lastId === null ? null : deskHref("/reviews", { which, before: String(lastId) })}
      />
    </div>
  );
}
