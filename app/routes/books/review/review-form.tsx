/** Form by which a reader writes or edits a review: stars, name and text. */
import { Form, Link, useNavigation } from "react-router";

import { useFirstError } from "#app/client/use-first-error.ts";
import { useFieldErrors } from "#app/client/use-field-errors.ts";
import { href } from "#routing/href.ts";
import type { ReviewErrors } from "#shop/people/reviews/review-form.ts";
import { reviewLimits, type OwnReview } from "#shop/people/reviews/review.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { StarChoice } from "./star-choice.tsx";

/** Response to a rejected form: errors and submitted values. */
interface ReviewAnswer {
  errors: ReviewErrors;
  typed: Partial<Record<string, string>>;
}

interface ReviewFormProps {
  action: string;
  own: OwnReview | null;
  /** Default for the name field. */
  name: string;
  answer: ReviewAnswer | undefined;
}

const noErrors: ReviewErrors = {};

export function ReviewForm({ action, own, name, answer }: ReviewFormProps) {
  const { errors: told = noErrors, typed = {} } = answer ?? {};
  const { errors, onInput } = useFieldErrors(told);
  const form = useFirstError(answer?.errors);
  const isSaving = useNavigation().state === "submitting";
  const rating = Number(typed.rating) || own?.rating;
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      onInput={onInput}
      className="mt-8 grid max-w-measure gap-6"
    >
      <StarChoice chosen={rating} error={errors.rating} />
      <TextField
        label="In one line"
        name="title"
        isOptional
        maxLength={reviewLimits.title}
        defaultValue={typed.title ?? own?.title}
        error={errors.title}
      />
      <TextArea
        label="What did you think of the book?"
        name="body"
        required
        rows={9}
        maxLength={reviewLimits.body}
        hint="In your own words and any language. Please keep the ending to yourself."
        defaultValue={typed.body ?? own?.body}
        error={errors.body}
      />
      <div className="max-w-narrow">
        <TextField
          label="Shown as"
          name="name"
          required
          maxLength={reviewLimits.name}
          hint="Everybody can read this name. Your e-mail address is not shown."
          defaultValue={typed.name ?? own?.name ?? name}
          error={errors.name}
        />
      </div>
      <div>
        <Button size="large" name="intent" value="write" disabled={isSaving} className="max-sm:w-full">
          {own ? "Save changes" : "Publish your review"}
        </Button>
        <p className="mt-3 text-small text-quiet">
          We show your review as you write it, whether you liked the book or not.{" "}
          <Link to={`${href("/terms-of-service")}#reviews`} className="link">
            What we ask of reviews
          </Link>
        </p>
      </div>
    </Form>
  );
}

/** Form that deletes the review; collapsed, to prevent accidental clicks. */
export function WithdrawReview({ action }: { action: string }) {
  return (
    <details className="mt-10 max-w-measure border-t border-line pt-4">
      <summary className="link inline-flex min-h-11 items-center font-semibold">Withdraw your review</summary>
      <p className="mt-2">Your words and stars are deleted at once and cannot be restored.</p>
      <Form method="post" action={action} className="mt-4">
        <Button variant="outline" name="intent" value="withdraw">
          Delete it
        </Button>
      </Form>
    </details>
  );
}
