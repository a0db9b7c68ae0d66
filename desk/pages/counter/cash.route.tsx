/** Cash that is put into a till, or taken out of it, during the day. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { cashReasons } from "#shop/sales/counter/cash-reasons.ts";
import { listCashMoves, type CashMove } from "#shop/sales/counter/move-cash.server.ts";
import { findTill } from "#shop/sales/counter/tills.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { moveCashFromDesk, undoCashFromDesk } from "./cash-actions.server.ts";

import type { Route } from "./+types/cash.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "counter" });
  const { db } = args.context.get(servicesContext);
  const till = await findTill(db, args.params.till);
  if (!till) throw data("There is no such till.", { status: 404 });
  return { till, moves: await listCashMoves(db, till.code) };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [moveCashFromDesk, undoCashFromDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/counter/:till/cash", { till: args.params.till }), answer),
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ params }: { params: { till?: string } }) => [{ title: `Cash ${params.till ?? ""}` }];

export default function Cash({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { till, moves } = loaderData;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/counter")}>Counter</BackLink>
        <h1 className="text-h3">{`Cash in and out: ${till.name}`}</h1>
        <p className="mt-1 text-quiet">
          What is put into the till or taken out of it without a sale, so that the count at day’s end agrees.
        </p>
        <ActionBanner trouble={trouble ?? null} />
      </div>
      <MoveForm
        // Resets the form once a move is recorded.
        key={moves[0]?.id}
        till={till.code}
        trouble={trouble?.action === "counter.move-cash" ? trouble : null}
      />
      {moves.length > 0 && <Moves till={till.code} moves={moves} />}
    </div>
  );
}

function MoveForm({ till, trouble }: { till: string; trouble: ActionError | null }) {
  const values: Record<string, string> = trouble?.values ?? {};
  const errors: Record<string, string> = trouble?.errors ?? {};
  return (
    <Form method="post" className="grid max-w-measure gap-4">
      <NoEnter />
      <input type="hidden" name="till" value={till} />
      <div className="field-row sm:grid-cols-3">
        <SelectField
          label="Direction"
          name="direction"
          defaultValue={values.direction ?? "out"}
          error={errors.direction}
        >
          <option value="out">Taken out</option>
          <option value="in">Put in</option>
        </SelectField>
        <TextField
          label="Rupees"
          name="rupees"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.rupees ?? ""}
          error={errors.rupees}
        />
        <SelectField label="What for" name="reason" defaultValue={values.reason ?? "expense"} error={errors.reason}>
          {Object.entries(cashReasons).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Note"
        hint="Such as Tea and milk, or the number of the deposit slip"
        name="note"
        autoComplete="off"
        defaultValue={values.note ?? ""}
        error={errors.note}
      />
      <p>
        <Button name="intent" value="counter.move-cash">
          Record
        </Button>
      </p>
    </Form>
  );
}

/** The last moves of the till's cash. One can be undone until the cash is counted. */
function Moves({ till, moves }: { till: string; moves: CashMove[] }) {
  return (
    <section aria-labelledby="moves">
      <h2 id="moves" className="text-title">
        Recorded
      </h2>
      <table className="desk-table desk-stacked mt-3">
        <thead>
          <tr>
            <th scope="col">What for</th>
            <th scope="col" className="text-right!">
              Cash
            </th>
            <th scope="col">
              <span className="sr-only">Undo</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ id, at, by, paise, reason, note, isUndone, isCounted }) => (
            <tr key={id} className={isUndone ? "text-quiet" : ""}>
              <th scope="row" className="break-words">
                {cashReasons[reason]}
                {note && <span className="block text-small font-normal break-words">{note}</span>}
                <span className="block text-small font-normal text-quiet">{`${shortMoment(at)}, ${by}`}</span>
              </th>
              <td data-label="Cash">
                <span className={isUndone ? "line-through" : ""}>
                  <Money paise={paise} />
                </span>
              </td>
              <td>
                {isUndone ? (
                  "Undone"
                ) : isCounted ? (
                  "Counted"
                ) : (
                  <Form method="post">
                    <input type="hidden" name="till" value={till} />
                    <input type="hidden" name="move" value={id} />
                    <Button name="intent" value="counter.undo-cash" variant="quiet" className="-mr-4">
                      Undo<span className="sr-only">{` ${formatPaise(paise)}, ${cashReasons[reason]}`}</span>
                    </Button>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
