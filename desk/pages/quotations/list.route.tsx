/** The desk's list of quotations, and the form that starts one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readId } from "#desk/pages/buying/buying-fields.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { quotationNumber, stateOfQuotation } from "#shop/sales/quotations/quotation.ts";
import { listQuotations, maxQuotations } from "#shop/sales/quotations/quotations.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { makeDraft } from "./actions.server.ts";
import { stateLabels } from "./state-labels.ts";

import type { Route } from "./+types/list.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "orders" });
  const { db, now } = args.context.get(servicesContext);
  const query = new URL(args.request.url).searchParams;
  const before = readId(query.get("before") ?? undefined);
  const isUnanswered = query.get("show") === "unanswered";
  const found = await listQuotations(db, before, isUnanswered ? now() : null);
  const quotations = found.map((quotation) => ({ ...quotation, state: stateOfQuotation(quotation, now()) }));
  const older = quotations.length === maxQuotations ? (quotations.at(-1)?.id ?? null) : null;
  return { quotations, isFirst: before === null, older, isUnanswered };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [makeDraft], (_, { id, words }) =>
    redirectWithFlash(args.request, deskHref("/quotations/:quotation", { quotation: id }), words),
  );
}

export const meta = () => [{ title: "Quotations" }];

export default function Quotations({ loaderData, actionData }: Route.ComponentProps) {
  const { quotations, isFirst, older, isUnanswered } = loaderData;
  const show = isUnanswered ? "unanswered" : null;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Quotations</h1>
      <p className="mt-1 max-w-measure text-quiet">
        Prices for a school, a library or a business. The buyer orders by a link, at these prices.
      </p>
      <ActionBanner trouble={trouble} />
      <Form method="post" className="desk-card mt-4 p-4">
        <div className="field-row sm:grid-cols-[1fr_auto]">
          <TextField
            label="Buyer"
            name="buyer"
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={trouble?.values.buyer ?? ""}
            error={trouble?.errors.buyer}
          />
          <p>
            <Button name="intent" value="quotations.make">
              Start a draft
            </Button>
          </p>
        </div>
      </Form>
      {isUnanswered && (
        <p className="mt-6">
          Without an answer, with a last day near today.{" "}
          <Link className="link" to={deskHref("/quotations")}>
            All quotations
          </Link>
        </p>
      )}
      {quotations.length === 0 ? (
        <p className="mt-6">
          {isUnanswered
            ? "None waits for an answer."
            : isFirst
              ? "There are no quotations yet."
              : "There are no older quotations."}
        </p>
      ) : (
        <ul className="mt-6 border-t border-line">
          {quotations.map(({ id, buyer, madeAt, sentAt, validUntil, order, copies, totalPaise, state }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/quotations/:quotation", { quotation: id })}>
                  {`${quotationNumber(id)}, ${buyer}`}
                </Link>
                <span className="block text-small text-quiet">
                  {sentAt === null ? "made " : "sent "}
                  <time dateTime={sentAt ?? madeAt}>{shortDay(sentAt ?? madeAt)}</time>
                  {state === "sent" && `, valid until ${shortDay(validUntil)}`}
                  {state === "over" && `, was valid until ${shortDay(validUntil)}`}
                  {order && `, order ${order.number}`}
                </span>
              </span>
              <Badge>{stateLabels[state]}</Badge>
              <span className="basis-52">
                <span>{formatCount(copies, "copy", "copies")}</span>
                {totalPaise !== null && (
                  <span>
                    {", "}
                    <Money paise={totalPaise} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager
        newest={isFirst ? null : deskHref("/quotations", { show })}
        older={older === null ? null : deskHref("/quotations", { show, before: older })}
      />
    </div>
  );
}
