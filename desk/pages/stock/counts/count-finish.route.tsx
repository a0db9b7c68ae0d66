/**
 * The desk's page that finishes a count: a preview of the corrections with their value, and the button that applies the
 * corrections.
 */
import { Link, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { listPlan, maxGone, sumPlan, type PlannedSums } from "#shop/office/stock-room/finish-stocktake.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { finishCountAtDesk } from "./count-actions.server.ts";
import { Corrections } from "./corrections.tsx";
import { readCount } from "./read-count.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";

import type { Route } from "./+types/count-finish.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const stocktake = await readCount(db, args.params.count);
  if (stocktake.finishedAt !== null) throw redirect(deskHref("/stock/count/:count", { count: stocktake.id }));
  const query = new URL(args.request.url).searchParams;
  const takesGone = query.get("gone") === "yes" && stocktake.kind !== "scanned";
  const after = query.get("after")?.slice(0, 200) ?? null;
  const [sums, plan] = await Promise.all([
    sumPlan(db, stocktake, takesGone),
    listPlan(db, stocktake, { takesGone, after }),
  ]);
  return { stocktake, takesGone, after, sums, plan, most: maxGone };
}

export function action(args: Route.ActionArgs) {
  const { count = "" } = args.params;
  return answerAction(args, [finishCountAtDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/stock/count/:count", { count }), answer),
  );
}

export const meta = () => [{ title: "Corrections of a count" }];

export default function FinishCount({ loaderData, actionData }: Route.ComponentProps) {
  const { stocktake, takesGone, after, sums, plan, most } = loaderData;
  const trouble = actionData ?? null;
  const { id, name, kind, version } = stocktake;
  const link = { count: id, gone: takesGone ? "yes" : null };
  const here = deskHref("/stock/count/:count/finish", link);
  const last = plan.corrections.at(-1)?.bookId;
  const alone = describeAlone(sums);
  const isTooMuch = takesGone && sums.uncounted > most;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="text-h3 break-words">Corrections: {name}</h1>
      <BackLink to={deskHref("/stock/count/:count", { count: id })}>Back to the count</BackLink>
      <ActionBanner trouble={trouble} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-6">
        <p className="max-w-measure">
          {describeSums(sums)}
          {sums.missing > 0 && (
            <b className="block">
              {formatCount(sums.missing, "copy is", "copies are")} missing for orders: look for{" "}
              <span>{sums.missing === 1 ? "it" : "them"}</span>, or cancel orders. No more copies of these books are for
              sale.
            </b>
          )}
          {alone.map((sentence) => (
            <span key={sentence} className="block text-quiet">
              {sentence}
            </span>
          ))}
        </p>
        {kind !== "scanned" && sums.uncounted > 0 && (
          <p className="max-w-measure">
            {formatCount(sums.uncounted, "book that belongs here was", "books that belong here were")} not counted:{" "}
            <span>{`${sums.uncounted === 1 ? "its" : "their"} copies will ${takesGone ? "be removed" : "not be changed"}.`}</span>
            <Link
              className="link flex min-h-11 items-center"
              to={deskHref("/stock/count/:count/finish", { count: id, gone: takesGone ? null : "yes" })}
            >
              {takesGone ? "Do not change these copies" : "Remove these copies"}
            </Link>
            {takesGone && sums.cameSince > 0 && (
              <span className="block text-quiet">
                {formatCount(sums.cameSince, "of them has copies that arrived", "of them have copies that arrived")} or{" "}
                {"were corrected since the count began: such books are not changed."}
              </span>
            )}
          </p>
        )}
        {plan.corrections.length > 0 && (
          <Corrections
            corrections={plan.corrections}
            newest={after === null ? null : here}
            older={plan.isCut && last ? deskHref("/stock/count/:count/finish", { ...link, after: last }) : null}
          />
        )}
        {isTooMuch ? (
          <p className="max-w-measure">
            More than {most.toLocaleString("en")} books were not counted. These are too many to remove. Count a smaller
            category.
          </p>
        ) : (
          <Form method="post" className="desk-card grid gap-3 p-4">
            <input type="hidden" name="count" value={id} />
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="gone" value={takesGone ? "yes" : "no"} />
            <TextField
              label="Reason"
              name="reason"
              required
              maxLength={200}
              placeholder="Yearly count"
              defaultValue={trouble?.values.reason ?? ""}
              error={trouble?.errors.reason}
            />
            <p className="max-w-measure text-quiet">
              Readers who wait for a book that was found get an e-mail, which cannot be undone. The changes of copies
              can be undone for 30 days, on the page History.
            </p>
            <p>
              <Button name="intent" value="stock.finish-count">
                {sums.books === 0
                  ? "Finish the count"
                  : `Correct ${formatCount(sums.books, "book")} and finish the count`}
              </Button>
            </p>
          </Form>
        )}
      </div>
    </div>
  );
}

function describeSums({ books, more, fewer, morePaise, fewerPaise }: PlannedSums): string {
  if (books === 0) return "All counted books have the expected number of copies: nothing is corrected.";
  const parts = [
    more > 0 && `${formatCount(more, "copy", "copies")} more, worth ${formatPaise(morePaise)}`,
    fewer > 0 && `${formatCount(fewer, "copy", "copies")} fewer, worth ${formatPaise(fewerPaise)}`,
  ].filter(Boolean);
  return `${formatCount(books, "book")} with a difference: ${parts.join(", and ") || "no copy can be removed"}.`;
}

/** Sentences about books with a difference that will not be corrected, and the reason. */
function describeAlone({ toCountAnew, elsewhere, unknown }: PlannedSums): string[] {
  return [
    toCountAnew > 0 &&
      `${formatCount(toCountAnew, "book was corrected since it was counted and is", "books were corrected since they were counted and are")} not changed: count ${toCountAnew === 1 ? "it" : "them"} again.`,
    elsewhere > 0 &&
      `${formatCount(elsewhere, "book belongs elsewhere and is", "books belong elsewhere and are")} not changed.`,
    unknown > 0 &&
      `${formatCount(unknown, "ISBN is", "ISBNs are")} not in the shop yet. Add the books first, or their copies are not counted.`,
  ].filter((sentence): sentence is string => sentence !== false);
}
