/** Return of books: the form that requests it, and the instructions after it was accepted. */
import { Form, Link } from "react-router";

import { href } from "#routing/href.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { askedReasonLabels } from "#shop/sales/orders/return-labels.ts";
import { howToSend, lastDayToSend, describePostage } from "#shop/sales/orders/send-back.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea } from "#ui/field.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Copies that may be returned now. */
export interface Returnable {
  lines: { position: number; quantity: number }[];
  /** ISO 8601 time. */
  until: string;
}

/** Form that requests a return; collapsed, because most books are kept. */
export function ReturnBooks({
  order,
  returnable: { lines, until },
  isHere,
  action,
}: {
  order: OrderPage;
  returnable: Returnable;
  /** Whether the parcel has probably arrived; before that the form is phrased for early arrivals. */
  isHere: boolean;
  action: string;
}) {
  const max = Math.max(...lines.map(({ quantity }) => quantity));
  const books = lines.flatMap(({ position }) => order.lines[position] ?? []);
  const [only] = books;
  // `until` is exclusive, so the last day is the day before.
  const lastDay = new Date(new Date(until).getTime() - 1);
  return (
    <details className="mt-6 border-t border-line pt-4 print:hidden">
      <summary className="link inline-flex min-h-11 items-center font-semibold">
        {isHere ? "Return a book" : "Already with you? Return a book"}
      </summary>
      <p className="mt-2 max-w-measure">
        Until {longDay(lastDay)} you may return books from this order. If something is wrong with a book, we pay the
        postage.{" "}
        <Link to={href("/returns")} className="link">
          How returns work
        </Link>
      </p>
      <Form method="post" action={action} className="mt-5 grid max-w-measure gap-5">
        <input type="hidden" name="intent" value="return-copies" />
        {only && books.length === 1 ? (
          <p className="font-semibold">
            {only.title}
            <input type="hidden" name="bookId" value={only.bookId} />
          </p>
        ) : (
          <SelectField label="Which book" name="bookId">
            {books.map(({ bookId, title }) => {
              return (
                <option key={bookId} value={bookId}>
                  {title}
                </option>
              );
            })}
          </SelectField>
        )}
        {max === 1 ? (
          <input type="hidden" name="quantity" value="1" />
        ) : (
          <SelectField label="How many" name="quantity" className="max-w-40">
            {Array.from({ length: max }, (_, index) => (
              <option key={index} value={index + 1}>
                {index === 0 ? "1 copy" : `${index + 1} copies`}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Why" name="reason" required defaultValue="">
          <option value="" disabled>
            Choose a reason
          </option>
          {Object.entries(askedReasonLabels).map(([reason, words]) => (
            <option key={reason} value={reason}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="Tell us more"
          isOptional
          name="words"
          rows={3}
          maxLength={1000}
          hint="What is wrong, or how the parcel arrived."
        />
        <p>
          <Button variant="outline">Request a return</Button>
        </p>
      </Form>
    </details>
  );
}

interface SendBackProps {
  order: OrderPage;
  /** Return address, one line each. */
  sendTo: string[];
  /** Days from the acceptance to the last day for sending. */
  withinDays: number;
}

/** Accepted returns that the shop waits for: postage, deadline and address. */
export function SendBack({ order, sendTo, withinDays }: SendBackProps) {
  const waiting = order.returns.filter(({ state }) => state === "accepted");
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="send-back-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="send-back-heading" className="text-h3">
        Please send back
      </h2>
      <div className="mt-3 grid gap-x-12 gap-y-6 md:grid-cols-[1fr_auto]">
        <div className="max-w-measure">
          <ul className="grid gap-4">
            {waiting.map(({ id, position, quantity, reason, answer, answeredAt, askedAt }) => (
              <li key={id}>
                <p className="font-semibold">
                  {formatCount(quantity, "copy", "copies")} of {order.lines[position]?.title}
                </p>
                <p>
                  Please send it by{" "}
                  <span className="figures font-semibold whitespace-nowrap">
                    {lastDayToSend(answeredAt ?? askedAt, withinDays)}
                  </span>
                  . {describePostage(reason)}
                </p>
                {answer && <p className="mt-1 whitespace-pre-line">{answer}</p>}
              </li>
            ))}
          </ul>
          <p className="mt-4">{howToSend} When it arrives, we refund you within two working days.</p>
        </div>
        <div>
          <h3 className="font-semibold">To</h3>
          <address className="not-italic">
            {[...sendTo, `Order ${order.number}`].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
      </div>
    </section>
  );
}
