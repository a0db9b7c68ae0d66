/** A complete review, with the forms that hide it or show it again. A low rating is no reason to hide a review. */

import { detectLanguage } from "#app/display/detect-language.ts";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { ModeratedReview } from "#shop/people/reviews/moderate-review.server.ts";
import { hideReasonLabels, type ReviewState, type ReviewText } from "#shop/people/reviews/review.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";

type ShownReview = ModeratedReview & {
  number: string;
  /** The time when the review was written or last changed, as text. */
  at: string;
  bookUrl: string;
};

const stateLabels: Record<ReviewState, string> = {
  published: "Shown",
  waiting: "Changed after it was hidden",
  refused: "Hidden",
};

export function ReviewCard({ review, trouble }: { review: ShownReview; trouble: ActionError | null }) {
  const { number, book, bookUrl, rating, title, body, name, state, reason, at, former } = review;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a
          className="link min-w-0 font-semibold break-words"
          href={bookUrl}
          rel="noreferrer"
          lang={detectLanguage(book)}
        >
          {book}
        </a>
        <span className="text-small break-words text-quiet">
          {rating} of 5 stars, by <bdi>{name}</bdi>, {at}
        </span>
        <Badge>{stateLabels[state]}</Badge>
      </p>
      {former ? (
        <div className="grid gap-x-8 md:grid-cols-2">
          <section>
            <h2 className="mt-3 text-small font-semibold text-quiet">Now</h2>
            <Words title={title} body={body} />
          </section>
          <section className="max-md:mt-1 max-md:border-t max-md:border-line md:border-l md:border-line md:pl-8">
            <h2 className="mt-3 text-small font-semibold text-quiet">
              Before it was changed{describeDifferences(review, former)}
            </h2>
            <Words title={former.title} body={former.body} />
          </section>
        </div>
      ) : (
        <Words title={title} body={body} />
      )}
      {state !== "published" && reason && (
        <p className="mt-2 text-small text-quiet">It was hidden because: {hideReasonLabels[reason]}</p>
      )}
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-3">
        {state !== "published" && (
          <Form method="post" className="grid gap-1">
            <input type="hidden" name="intent" value="people.show-review" />
            <input type="hidden" name="review" value={number} />
            <p>
              <Button variant="outline">{state === "waiting" ? "Show it again" : "Show it"}</Button>
            </p>
            <CannotBeUndone what="The reader gets an e-mail." />
          </Form>
        )}
        {state !== "refused" && (
          <details className="min-w-0 flex-1" open={trouble?.action === "people.hide-review"}>
            <summary className="inline-flex min-h-11 items-center font-semibold text-action">
              {state === "waiting" ? "Keep it hidden" : "Hide it"}
            </summary>
            <Form method="post" className="mt-2 grid max-w-measure gap-3">
              <input type="hidden" name="intent" value="people.hide-review" />
              <input type="hidden" name="review" value={number} />
              <SelectField
                label="Reason"
                hint="The reader sees this reason. Criticism of a book is no reason to hide a review."
                name="reason"
                defaultValue={trouble?.values.reason ?? (state === "waiting" ? reason : null) ?? ""}
                error={trouble?.errors.reason}
              >
                <option value="">Choose a reason</option>
                {Object.entries(hideReasonLabels).map(([reason, words]) => (
                  <option key={reason} value={reason}>
                    {words}
                  </option>
                ))}
              </SelectField>
              <p>
                <Button variant="danger">{state === "waiting" ? "Keep this review hidden" : "Hide this review"}</Button>
              </p>
              <CannotBeUndone what="The reader gets an e-mail with the reason." />
            </Form>
          </details>
        )}
      </div>
    </>
  );
}

function Words({ title, body }: Pick<ReviewText, "title" | "body">) {
  return (
    <>
      {title && (
        <p className="mt-2 font-semibold break-words" lang={detectLanguage(title)}>
          {title}
        </p>
      )}
      <p className="mt-1 max-w-measure break-words whitespace-pre-wrap" lang={detectLanguage(body)}>
        {body}
      </p>
    </>
  );
}

/** The earlier rating and name of the reader, if they differ from the current ones. */
function describeDifferences(now: ReviewText, { rating, name }: ReviewText): string {
  const others = [rating !== now.rating && `${rating} of 5 stars`, name !== now.name && `by ${name}`].filter(Boolean);
  return others.length > 0 ? `: ${others.join(", ")}` : "";
}
