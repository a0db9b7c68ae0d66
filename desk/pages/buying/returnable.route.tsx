/** The desk's page of what may go back to a supplier, with the form that takes copies out of stock. */
import { data } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { listReturnable, type ReturnableLot } from "#shop/office/buying/supplier-returns.server.ts";
import { findSupplier } from "#shop/office/buying/suppliers.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { readId } from "./buying-fields.ts";
import { copiesFieldOf } from "./copies-field.ts";
import { returnBooks } from "./return-actions.server.ts";

import type { Route } from "./+types/returnable.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db, now } = args.context.get(servicesContext);
  const id = readId(args.params.supplier);
  const supplier = id && (await findSupplier(db, id));
  if (!supplier) throw data("There is no such supplier.", { status: 404 });
  const lots = await listReturnable(db, supplier.name);
  return { id: supplier.id, name: supplier.name, lots, today: isoDay(now().toISOString()) };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [returnBooks], (_, { id, words }) =>
    redirectWithFlash(args.request, deskHref("/stock/supplier-returns/:return", { return: id }), words),
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Send books back" }];

export default function Returnable({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, lots, today } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <BackLink to={deskHref("/stock/suppliers/:supplier", { supplier: id })}>{name}</BackLink>
      <h1 className="text-h3">Send books back</h1>
      <ActionBanner trouble={trouble} />
      {lots.length === 0 ? (
        <p className="mt-4 max-w-measure">
          Nothing may go back: no copy on hand was bought from this supplier on sale or return, or on consignment.
        </p>
      ) : (
        <Form method="post" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          <input type="hidden" name="supplier" value={id} />
          <ul className="border-t border-line">
            {lots.map((lot) => (
              <li
                key={`${lot.deliveryId} ${lot.code}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
              >
                <span className="min-w-0 flex-1 basis-60 break-words">
                  <cite className="font-semibold not-italic" lang={detectLanguage(lot.title)}>
                    {lot.title}
                  </cite>
                  <span className="block text-small text-quiet">
                    {[lot.code, lot.billNumber && `bill ${lot.billNumber}`].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="basis-44">
                  {describeUntil(lot, today)}
                  {lot.costPaise !== null && (
                    <span className="block text-small text-quiet">
                      {"Cost "}
                      <Money paise={lot.costPaise} />
                    </span>
                  )}
                </span>
                <div className="basis-32">
                  <TextField
                    label={
                      <>
                        {`Copies, of ${lot.left}`}
                        <span className="sr-only">{`: ${lot.title}`}</span>
                      </>
                    }
                    name={copiesFieldOf(lot)}
                    inputMode="numeric"
                    autoComplete="off"
                    defaultValue={trouble?.values[copiesFieldOf(lot)] ?? ""}
                    error={trouble?.errors[copiesFieldOf(lot)] ?? null}
                  />
                </div>
              </li>
            ))}
          </ul>
          <div className="max-w-measure">
            <TextField
              label="What was agreed"
              hint="Only for copies whose last day is over"
              isOptional
              name="agreement"
              maxLength={300}
              autoComplete="off"
              defaultValue={trouble?.values.agreement ?? ""}
              error={trouble?.errors.agreement ?? null}
            />
          </div>
          <p>
            <Button name="intent" value="buying.return-books">
              Take them out of stock
            </Button>
          </p>
        </Form>
      )}
    </div>
  );
}

function describeUntil({ returnUntil }: ReturnableLot, today: string): string {
  if (returnUntil === null) return "No last day";
  return `${returnUntil < today ? "Over since" : "Until"} ${shortDay(returnUntil)}`;
}
