/** The desk's list of returns, open or closed. A return is answered on the page of its order. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { Choices } from "#desk/components/forms/choices.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { ageOf } from "#desk/pages/today/describe-waiting.ts";
import { listReturnsOf, returnsInFile, returnsOnPage } from "#shop/office/back-office/list-returns.server.ts";
import { isOldestFirstIn, returnParts, type ReturnPart } from "#shop/office/back-office/return-parts.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { returnReasonLabels, type ReturnState } from "#shop/sales/orders/return-labels.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { readReturnsQuery, returnPartLabels } from "./read-returns-query.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "orders" });
  const { db, now } = args.context.get(servicesContext);
  const query = readReturnsQuery(args.request.url);
  const { returns, isCut } = await listReturnsOf(db, query.part, { after: query.after, limit: returnsOnPage });
  const at = now();
  const rows = returns.map((row) => {
    const askedAt = new Date(row.askedAt).toISOString();
    return { ...row, askedAt, age: ageOf(askedAt, at) };
  });
  return { query, rows, isCut, mostInFile: returnsInFile, maySeeReports: may(staff.role, "reports") };
}

export const meta = () => [{ title: "Returns" }];

const stands: Record<ReturnState, string> = {
  asked: "To answer",
  accepted: "On its way here",
  refused: "Refused",
  kept: "Refunded, reader keeps the book",
  received: "Arrived",
};

/** The next step of a return, on the page of its order. */
const nextSteps: Partial<Record<ReturnState, string>> = { asked: "Answer it", accepted: "It has arrived" };

const nothing: Record<ReturnPart, string> = {
  open: "There are no open returns.",
  waiting: "No return is waiting for an answer.",
  coming: "No returned book is on the way here.",
  arrived: "No returned book has arrived yet.",
  refunded: "No return has been refunded yet.",
  refused: "No return was refused.",
};

export default function Returns({ loaderData }: Route.ComponentProps) {
  const { query, rows, isCut, mostInFile, maySeeReports } = loaderData;
  const { part, after } = query;
  const show = part === "open" ? null : part;
  const last = rows.at(-1);
  return (
    <div className="desk-page">
      <h1 className="text-h3">Returns</h1>
      <Choices
        label="Which returns"
        choices={returnParts.map((other) => ({
          words: returnPartLabels[other],
          to: deskHref("/returns", { show: other === "open" ? null : other }),
          isChosen: other === part,
        }))}
      />
      {rows.length === 0 ? (
        <p className="mt-4">{after === null ? nothing[part] : "There are no more."}</p>
      ) : (
        <>
          <ReturnsTable rows={rows} />
          <Pager
            words={isOldestFirstIn(part) ? orderedLabels : undefined}
            newest={after === null ? null : deskHref("/returns", { show })}
            older={isCut && last ? deskHref("/returns", { show, after: last.id }) : null}
          />
          <p className="mt-4">
            <a className="link inline-flex min-h-11 items-center" href={deskHref("/returns/list.csv", { show })}>
              This list as CSV
            </a>
            <span className="block text-small text-quiet">
              The file has no names of readers, and at most {mostInFile.toLocaleString("en-IN")} returns.
            </span>
            {maySeeReports && (
              <Link className="link inline-flex min-h-11 items-center" to={deskHref("/reports/returns")}>
                Returns by reason and day
              </Link>
            )}
          </p>
        </>
      )}
    </div>
  );
}

/** The table of returns, with state and next step. */
function ReturnsTable({ rows }: Pick<Route.ComponentProps["loaderData"], "rows">) {
  return (
    <table className="desk-table desk-stacked mt-4">
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col">Order</th>
          <th scope="col">Why</th>
          <th scope="col">Status</th>
          <th scope="col" className="text-right!">
            Refund
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, orderNumber, title, quantity, reason, words, state, askedAt, age, refundedPaise }) => (
          <tr key={id}>
            <th scope="row" className="text-left">
              <cite lang={detectLanguage(title)} className="not-italic">
                {title}
              </cite>
              <span className="block text-small font-normal text-quiet">{formatCount(quantity, "copy", "copies")}</span>
            </th>
            <td data-label="Order" className="desk-words">
              <span>
                <OrderOf number={orderNumber} maySee />
                <span className="block text-small text-quiet">
                  asked{" "}
                  <time dateTime={askedAt} className="whitespace-nowrap">
                    {shortDay(askedAt)}
                  </time>
                  , <span className="whitespace-nowrap">{age} ago</span>
                </span>
              </span>
            </td>
            <td data-label="Why" className="desk-words">
              <span className="min-w-0">
                {returnReasonLabels[reason]}
                {words !== "" && <span className="block text-small break-words text-quiet">“{words}”</span>}
              </span>
            </td>
            <td data-label="Status" className="desk-words wrap-normal md:whitespace-nowrap!">
              <span>
                {stands[state]}
                {nextSteps[state] && (
                  <Link
                    className="link flex min-h-11 items-center md:min-h-6"
                    to={`${deskHref("/orders/:number", { number: orderNumber })}#returns`}
                  >
                    <span>
                      {nextSteps[state]}
                      <span className="sr-only">
                        : {title}, {orderNumber}
                      </span>
                    </span>
                  </Link>
                )}
              </span>
            </td>
            <td data-label="Refund">{refundedPaise === null ? "none" : formatPaise(refundedPaise)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
