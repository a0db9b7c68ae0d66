import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderView } from "#shop/office/back-office/orders/order-views.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface OrderViewsProps {
  views: OrderView[];
  /** The query of the page, without its cursor. */
  query: string;
  trouble: ActionError | null;
}

/** The saved filters of the signed-in person, and the form that saves or removes one. */
export function OrderViews({ views, query, trouble }: OrderViewsProps) {
  const path = deskHref("/orders");
  return (
    <div className="mt-2">
      {views.length > 0 && (
        <ul aria-label="Your lists" className="flex flex-wrap gap-x-4">
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <Link
                className="link inline-flex min-h-11 items-center break-words"
                to={query ? `${path}?${query}` : path}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details open={trouble !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">Save this list</summary>
        <Form method="post" className="field-row mt-2 max-w-measure grid-cols-[minmax(0,1fr)_auto]">
          <input type="hidden" name="query" value={query} />
          <TextField
            label="Name of the list"
            hint="Such as “Blue Dart this week”; only you see it"
            name="name"
            maxLength={60}
            autoComplete="off"
            defaultValue={trouble?.values.name ?? ""}
            error={trouble?.errors.name ?? trouble?.errors.query}
          />
          <p>
            <Button variant="outline" name="intent" value="orders.save-view">
              Save it
            </Button>
          </p>
        </Form>
        {views.length > 0 && (
          <ul className="mt-3">
            {views.map(({ id, name }) => (
              <li key={id}>
                <Form method="post" className="flex flex-wrap items-center gap-x-3">
                  <input type="hidden" name="view" value={id} />
                  <input type="hidden" name="query" value={query} />
                  <span className="min-w-0 break-words">{name}</span>
                  <Button variant="quiet" name="intent" value="orders.remove-view">
                    Remove<span className="sr-only"> {name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </details>
    </div>
  );
}
