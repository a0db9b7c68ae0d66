/** The desk's page of one return to a supplier: its books, its papers and the supplier's credit note. */
import { data, Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatRupeesField } from "#desk/pages/stock/format-rupees-field.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { sumLines } from "#shop/office/buying/sum-lines.ts";
import { findSupplierReturn } from "#shop/office/buying/supplier-returns.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { readId } from "./buying-fields.ts";
import { returnActions } from "./return-actions.server.ts";

import type { Route } from "./+types/return.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const id = readId(args.params.return);
  const found = id && (await findSupplierReturn(args.context.get(servicesContext).db, id));
  if (!found) throw data("There is no such return. Somebody may have cancelled it.", { status: 404 });
  return { found };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, returnActions, (_, { id, words }) => {
    const to = id === null ? deskHref("/stock/suppliers") : deskHref("/stock/supplier-returns/:return", { return: id });
    return redirectWithFlash(args.request, to, words);
  });
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Return to a supplier" }];

export default function SupplierReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, supplier, supplierId, madeAt, agreement, lines, creditedPaise, creditNumber } = loaderData.found;
  const trouble = actionData ?? null;
  const ofCredit = trouble?.action === "buying.save-credit" ? trouble : null;
  const { copies, paise, unknown } = sumLines(lines);
  return (
    <div className="desk-page">
      <StockNav />
      <BackLink to={deskHref("/stock/suppliers/:supplier", { supplier: supplierId })}>{supplier}</BackLink>
      <h1 className="text-h3">{`RN-${id}`}</h1>
      <p className="text-quiet">
        {`Returned to ${supplier} on ${shortDay(madeAt)}`}
        {agreement && `. Agreed: ${agreement}`}
      </p>
      <ActionBanner trouble={trouble} />
      <ul className="mt-4 border-t border-line">
        {lines.map((line) => (
          <li
            key={`${line.deliveryId} ${line.code}`}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1 basis-60 break-words">
              <cite className="not-italic" lang={detectLanguage(line.title)}>
                {line.title}
              </cite>
              <span className="block text-small text-quiet">{line.code}</span>
            </span>
            <span className="basis-44">
              <Link className="link" to={deskHref("/stock/receive/:delivery", { delivery: line.deliveryId })}>
                {line.billNumber ? `Bill ${line.billNumber}` : "Its delivery"}
              </Link>
            </span>
            <span className="basis-44">
              {`${formatCount(line.copies, "copy", "copies")}${line.costPaise === null ? "" : ` at ${formatPaise(line.costPaise)}`}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        {`${formatCount(copies, "copy", "copies")}, ${formatPaise(paise)}${unknown > 0 ? `, without ${formatCount(unknown, "copy", "copies")} of unknown cost` : ""}.`}
      </p>
      <p className="flex flex-wrap gap-x-4">
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref("/stock/supplier-returns/:return/:paper", { return: id, paper: "return-note" })}
        >
          Return note (PDF)
        </a>
        <a
          className="link inline-flex min-h-11 items-center"
          href={deskHref("/stock/supplier-returns/:return/:paper", { return: id, paper: "debit-note" })}
        >
          Debit note (PDF)
        </a>
      </p>
      <section aria-labelledby="credit" className="desk-card mt-6 p-4">
        <h2 id="credit" className="text-title">
          Credit note of the supplier
        </h2>
        {creditedPaise !== null && creditedPaise !== paise && unknown === 0 && (
          <p className="mt-2 font-semibold">{`Credited ${formatPaise(creditedPaise)} instead of ${formatPaise(paise)}.`}</p>
        )}
        <Form
          method="post"
          key={`${creditedPaise} ${creditNumber}`}
          className="field-row mt-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          <input type="hidden" name="return" value={id} />
          <TextField
            label="Its number"
            isOptional
            name="creditNumber"
            autoComplete="off"
            defaultValue={ofCredit?.values.creditNumber ?? creditNumber}
            error={ofCredit?.errors.creditNumber ?? null}
          />
          <TextField
            label="Credited, ₹"
            isOptional
            name="credited"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={ofCredit?.values.credited ?? formatRupeesField(creditedPaise)}
            error={ofCredit?.errors.credited ?? null}
          />
          <p>
            <Button variant="outline" name="intent" value="buying.save-credit">
              Save
            </Button>
          </p>
        </Form>
      </section>
      {creditedPaise === null && (
        <Form method="post" className="mt-6 flex flex-wrap items-center gap-x-3">
          <input type="hidden" name="return" value={id} />
          <Button variant="quiet" className="-ml-4" name="intent" value="buying.cancel-return">
            Cancel this return
          </Button>
          <p className="text-small text-quiet">If the books did not leave the shop: they are in stock again.</p>
        </Form>
      )}
    </div>
  );
}
