/** The returns of an order, with the forms that accept, refuse or receive each. */

import { detectLanguage } from "#app/display/detect-language.ts";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { isUnasked, returnReasonLabels, type ReturnState } from "#shop/sales/orders/return-labels.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextArea } from "#ui/field.tsx";

const stands: Record<ReturnState, string> = {
  asked: "waiting for your answer",
  accepted: "waiting for the book",
  refused: "refused",
  kept: "refunded, and the reader keeps the book",
  received: "the book has arrived, and is refunded",
};

interface OrderReturnsProps extends Pick<OrderRecord, "number" | "returns"> {
  trouble: ActionError | null;
}

export function OrderReturns({ number, returns, trouble }: OrderReturnsProps) {
  if (returns.length === 0) return null;
  return (
    <section aria-labelledby="returns" className="min-w-0">
      <h2 id="returns" className="text-title">
        Returns
      </h2>
      <ul className="mt-3 border-t border-line">
        {returns.map((one) => {
          const own = trouble?.values.return === String(one.id) ? trouble : null;
          return (
            <li key={one.id} className="border-b border-line py-3">
              <p className="break-words">
                <strong>{one.quantity} ×</strong> <cite lang={detectLanguage(one.title)}>{one.title}</cite>,{" "}
                {one.reason === "lost" ? "it was lost, and is refunded" : stands[one.state]}
              </p>
              <p className="text-small text-quiet">
                {returnReasonLabels[one.reason]}, {isUnasked(one.reason) ? "noted" : "asked"}{" "}
                <time dateTime={one.askedAt}>{longMoment(one.askedAt)}</time>
              </p>
              {one.words && (
                <blockquote className="mt-1 border-l-2 border-line pl-3 break-words">{one.words}</blockquote>
              )}
              {one.answer && <p className="mt-1 break-words">You answered: {one.answer}</p>}
              {one.waitsForOwner && (
                <p className="mt-1">The refund needs an owner’s approval. Then the return is answered.</p>
              )}
              {!one.waitsForOwner && (one.state === "asked" || one.state === "accepted") && (
                <Form method="post" className="mt-2 grid gap-2">
                  <NoEnter />
                  <input type="hidden" name="order" value={number} />
                  <input type="hidden" name="return" value={one.id} />
                  {one.state === "asked" ? (
                    <>
                      <TextArea
                        label="Answer to the reader"
                        hint="Required if you refuse"
                        name="answer"
                        defaultValue={own?.values.answer ?? ""}
                        error={own?.errors.answer}
                        rows={2}
                      />
                      <Checkbox name="kept" value="yes" defaultChecked={own?.values.kept === "yes"}>
                        The reader keeps the book, and the refund is made at once
                      </Checkbox>
                      <p className="flex flex-wrap gap-3">
                        <Button variant="outline" name="intent" value="returns.accept">
                          Accept
                        </Button>
                        <Button variant="danger" name="intent" value="returns.refuse">
                          Refuse
                        </Button>
                      </p>
                      <CannotBeUndone what="In both cases the reader gets an e-mail." />
                    </>
                  ) : (
                    <>
                      <Checkbox name="unfit" value="yes" defaultChecked={own?.values.unfit === "yes"}>
                        It cannot be sold again: do not put it back into stock
                      </Checkbox>
                      <p>
                        <Button variant="outline" name="intent" value="returns.receive">
                          The book has arrived: refund it
                        </Button>
                      </p>
                      <CannotBeUndone what="The money is refunded, and the reader gets an e-mail." />
                    </>
                  )}
                </Form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
