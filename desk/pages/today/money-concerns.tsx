import { Form, Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { formatPaise } from "#shop/money/money.ts";
import { Button } from "#ui/button.tsx";

/** Something about money, with its age in words. */
export interface ShownConcern {
  id: string | null;
  what: string;
  order: string;
  message: string;
  amountPaise: number | null;
  age: string;
}

/** What somebody must look at about payments and refunds, each with its order and, where that is all there is to do, a button. */
export function MoneyConcerns({ concerns, isCut }: { concerns: ShownConcern[]; isCut: boolean }) {
  return (
    <ul className="border-t border-l-4 border-line border-l-vermilion pl-8">
      {concerns.map(({ id, what, order, message, amountPaise, age }) => (
        <li
          key={`${what} ${id ?? message}`}
          className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-2 pr-4 last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="break-words">
              {what === "refund" && `A refund${amountPaise === null ? "" : ` of ${formatPaise(amountPaise)}`} fails: `}
              {message}
            </p>
            <p className="text-small text-quiet">
              {order.startsWith("EP-") && (
                <Link
                  className="link inline-flex min-h-6 items-center"
                  to={deskHref("/orders/:number", { number: order })}
                >
                  {order}
                </Link>
              )}{" "}
              {age} ago
            </p>
          </div>
          {id !== null && (
            <Form method="post" action="?index">
              <input type="hidden" name="intent" value="today.see-concern" />
              <input type="hidden" name="what" value={what} />
              <input type="hidden" name="id" value={id} />
              <Button variant="outline">Seen</Button>
            </Form>
          )}
        </li>
      ))}
      {isCut && <li className="py-2 text-small text-quiet">There are more. They come when these are done.</li>}
    </ul>
  );
}
