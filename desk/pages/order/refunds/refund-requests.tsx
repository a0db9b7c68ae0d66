/** The refunds of an order that need an owner's approval: their outcome, or the forms by which an owner decides. */

import { Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

type RefundRequest = OrderRecord["refundRequests"][number];

interface RefundRequestsProps {
  number: string;
  version: string;
  requests: RefundRequest[];
  /** Id of the signed-in person, who cannot approve their own request. */
  ownId: number;
  isOwner: boolean;
  trouble: ActionError | null;
}

export function RefundRequests({ requests, isOwner, trouble, ...rest }: RefundRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="refund-requests" className="min-w-0">
      <h2 id="refund-requests" className="text-title">
        Refunds that need an owner’s approval
      </h2>
      <ul className="mt-3 border-t border-line">
        {requests.map((request) => (
          <li key={request.id} className="border-b border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 flex-1 break-words">
                {request.askedBy} requested a refund
                {request.answeredAt === null && ", which waits for an owner’s decision"}
              </span>
              <span className="tabular-nums">
                <Money paise={request.amountPaise} />
              </span>
            </p>
            <p className="text-small text-quiet">
              <time dateTime={request.askedAt}>{longMoment(request.askedAt)}</time>
            </p>
            {request.note && (
              <blockquote className="mt-1 border-l-2 border-line pl-3 break-words">{request.note}</blockquote>
            )}
            {request.answeredAt !== null ? (
              <HowItEnded request={request} />
            ) : (
              isOwner && (
                <AnswerForms
                  request={request}
                  {...rest}
                  trouble={trouble?.values.request === String(request.id) ? trouble : null}
                />
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowItEnded({ request: { isMade, answer, answeredBy, answeredAt } }: { request: RefundRequest }) {
  return (
    <p className="mt-1 break-words">
      {isMade ? `${answeredBy} approved it` : `${answeredBy} declined it`}
      {answer && `: ${answer}`}
      <span className="block text-small text-quiet">
        {answeredAt && <time dateTime={answeredAt}>{longMoment(answeredAt)}</time>}
      </span>
    </p>
  );
}

type AnswerFormsProps = Pick<RefundRequestsProps, "number" | "version" | "ownId" | "trouble"> & {
  request: RefundRequest;
};

/** Two forms: in a single form, Enter in the field of the reason would press the first button, which refunds. */
function AnswerForms({ request, number, version, ownId, trouble }: AnswerFormsProps) {
  const { id, amountPaise, leftPaise, askedById } = request;
  const isOwn = askedById === ownId;
  const isTooMuch = amountPaise > leftPaise;
  const fields = (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="request" value={id} />
    </>
  );
  return (
    <div className="mt-2 grid max-w-measure gap-3">
      <p className="text-quiet">
        {isTooMuch
          ? `Only ${formatPaise(leftPaise)} of this payment is left, so it cannot be approved. Decline it, and refund the right amount yourself: `
          : `${formatPaise(leftPaise)} of this payment is left. A refund cannot be undone.`}
        {isOwn &&
          !isTooMuch &&
          " You requested it yourself, so another owner must approve it. Or decline it, and refund it yourself: "}
        {(isTooMuch || isOwn) && (
          <>
            <Link className="link" to="?open=refund#refund">
              Refund money
            </Link>
            .
          </>
        )}
      </p>
      {!isOwn && !isTooMuch && (
        <Form method="post">
          {fields}
          <Button variant="danger" name="intent" value="orders.approve-refund">
            Refund <Money paise={amountPaise} />
          </Button>
        </Form>
      )}
      <Form method="post" className="grid gap-2">
        {fields}
        <TextField
          label="Reason"
          hint={isOwn ? "Shown on this page" : `Sent to ${request.askedBy} by e-mail, and shown on this page`}
          name="answer"
          required
          autoComplete="off"
          defaultValue={trouble?.values.answer ?? ""}
          error={trouble?.errors.answer}
        />
        <p>
          <Button variant="outline" name="intent" value="orders.decline-refund">
            Decline
          </Button>
        </p>
      </Form>
    </div>
  );
}
