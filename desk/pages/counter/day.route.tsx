/** The end of a till's day: its cash is counted against what should be there. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { listTillCounts, sumUncounted, type TillCount } from "#shop/sales/counter/count-till.server.ts";
import { findTill } from "#shop/sales/counter/tills.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { countTillFromDesk } from "./day-actions.server.ts";
import { notes } from "./notes.ts";

import type { Route } from "./+types/day.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const { db } = args.context.get(servicesContext);
  const till = await findTill(db, args.params.till);
  if (!till) throw data("There is no such till.", { status: 404 });
  const [sums, counts] = await Promise.all([sumUncounted(db, till.code), listTillCounts(db, till.code)]);
  return { till, sums, counts };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [countTillFromDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/counter/:till/day", { till: args.params.till }), answer),
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { till?: string } }) => [{ title: `Day’s end ${params.till ?? ""}` }];

export default function Day({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { till, sums, counts } = loaderData;
  const values: Record<string, string> = trouble?.values ?? {};
  const errors: Record<string, string> = trouble?.errors ?? {};
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/counter")}>Counter</BackLink>
        <h1 className="text-h3">{`Day’s end: ${till.name}`}</h1>
        <p className="mt-1 text-quiet">
          {`${formatCount(sums.sales, "sale")} since the last count: ${formatPaise(sums.upiPaise)} by UPI, ${formatPaise(sums.cardPaise)} by card, the rest in cash. Sales that still wait in a browser belong to the next count.`}
        </p>
        <ActionBanner trouble={trouble ?? null} />
      </div>
      <section aria-labelledby="count">
        <h2 id="count" className="text-title">
          Count the cash
        </h2>
        <Form method="post" className="mt-3 grid max-w-measure gap-4" key={counts[0]?.id}>
          <NoEnter />
          <input type="hidden" name="till" value={till.code} />
          <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <legend className="col-span-full mb-1 text-quiet">
              How many notes; what should be there is shown afterwards
            </legend>
            {notes.map(({ rupees, field }) => (
              <TextField
                key={field}
                label={`₹${rupees}`}
                name={field}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={values[field] ?? ""}
                error={errors[field]}
              />
            ))}
          </fieldset>
          <TextField
            label="Coins and other notes, in rupees"
            name="coins"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values.coins ?? ""}
            error={errors.coins}
          />
          <TextField
            label="Stays in the till for tomorrow, in rupees"
            hint="The rest is taken out"
            name="left"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values.left ?? ""}
            error={errors.left}
          />
          <TextField
            label="Note"
            isOptional
            hint="Such as why it does not agree"
            name="note"
            autoComplete="off"
            defaultValue={values.note ?? ""}
            error={errors.note}
          />
          <p>
            <Button name="intent" value="counter.count">
              Count
            </Button>
          </p>
          <CannotBeUndone what="The count stays as it is; a mistake is counted again." />
        </Form>
      </section>
      {counts.length > 0 && <Counts counts={counts} />}
    </div>
  );
}

/** The last counts of the till. */
function Counts({ counts }: { counts: TillCount[] }) {
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="text-title">
        Counted
      </h2>
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="text-right!">
              Sales
            </th>
            <th scope="col" className="text-right!">
              Cash
            </th>
            <th scope="col" className="text-right!">
              UPI and card
            </th>
            <th scope="col" className="text-right!">
              Given back
            </th>
            <th scope="col" className="text-right!">
              In and out
            </th>
            <th scope="col" className="text-right!">
              Expected
            </th>
            <th scope="col" className="text-right!">
              Counted
            </th>
            <th scope="col" className="text-right!">
              Off by
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <tr key={count.id}>
              <th scope="row">
                {shortMoment(count.countedAt)}
                <span className="block text-small font-normal text-quiet">{`${count.countedBy}, ${formatPaise(count.leftPaise)} stayed`}</span>
                {count.note && <span className="block text-small font-normal break-words">{count.note}</span>}
              </th>
              <td data-label="Sales">{count.sales.toLocaleString("en-IN")}</td>
              <td data-label="Cash">
                <Money paise={count.cashPaise} />
              </td>
              <td data-label="UPI and card">
                <Money paise={count.upiPaise + count.cardPaise} />
              </td>
              <td data-label="Given back">
                <Money paise={count.givenBackPaise} />
              </td>
              <td data-label="In and out">
                <Money paise={count.movedPaise} />
              </td>
              <td data-label="Expected">
                <Money paise={count.expectedPaise} />
              </td>
              <td data-label="Counted">
                <Money paise={count.countedPaise} />
              </td>
              <td
                data-label="Off by"
                className={count.countedPaise === count.expectedPaise ? "" : "font-semibold text-vermilion"}
              >
                <Money paise={count.countedPaise - count.expectedPaise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
