/** The desk's page of one count: the field for scans, and the tables of expected and counted copies. */
import { Link, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { listUncounted, readSheet, sumSheet } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { countActions, dropCountAtDesk } from "./count-actions.server.ts";
import { CountedLines, UncountedLines } from "./count-lines.tsx";
import { CountParts, readPart } from "./count-parts.tsx";
import { readCount } from "./read-count.server.ts";
import { ScanForm } from "#desk/pages/stock/scan-form.tsx";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { TypedForm } from "#desk/pages/stock/typed-form.tsx";
import type { Scanned } from "#desk/pages/stock/scan-sender.ts";

import type { Route } from "./+types/count.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const stocktake = await readCount(db, args.params.count);
  const query = new URL(args.request.url).searchParams;
  const part = readPart(query, stocktake);
  const after = query.get("after")?.slice(0, 200) ?? null;
  const [sums, sheet, left] = await Promise.all([
    sumSheet(db, stocktake.id),
    part === "not-counted" ? { lines: [], isCut: false } : readSheet(db, stocktake, { part, after }),
    part === "not-counted" ? listUncounted(db, stocktake, after) : null,
  ]);
  const code = query.get("scanned");
  const line = sheet.lines.find((line) => line.code === code);
  const scanned: Scanned | null = line ? { code: line.code, title: line.title, copies: line.copies } : null;
  return { stocktake, part, after, sums, sheet, left, scanned, staffId: staff.id };
}

export async function action(args: Route.ActionArgs) {
  const { count = "" } = args.params;
  const url = new URL(args.request.url);
  return answerAction(args, countActions, (action, answer) => {
    if (typeof answer !== "string")
      return redirect(deskHref("/stock/count/:count", { count, scanned: answer.code }), 303);
    const here = deskHref("/stock/count/:count", { count, part: url.searchParams.get("part") });
    return redirectWithFlash(args.request, action === dropCountAtDesk ? deskHref("/stock/count") : here, answer);
  });
}

export const meta = () => [{ title: "Count" }];

export default function Count({ loaderData, actionData }: Route.ComponentProps) {
  const { stocktake, part, after, sums, sheet, left, scanned, staffId } = loaderData;
  const trouble = actionData ?? null;
  const { id, name, begunAt, begunBy, finishedAt, reason } = stocktake;
  const isOpen = finishedAt === null;
  const of = (intent: string) => (trouble?.action === intent ? trouble : null);
  const link = { count: id, part: part === "all" ? null : part };
  const last = left ? left.books.at(-1)?.bookId : sheet.lines.at(-1)?.code;
  const isCut = left ? left.isCut : sheet.isCut;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="flex flex-wrap items-center gap-x-3 text-h3">
        <span className="min-w-0 break-words">{name}</span>
        {isOpen && <Badge>Open</Badge>}
      </h1>
      <p className="text-quiet">
        Started <time dateTime={begunAt}>{shortMoment(begunAt)}</time> by {begunBy}
        {finishedAt !== null && (
          <>
            , finished <time dateTime={finishedAt}>{shortMoment(finishedAt)}</time>: {reason}
          </>
        )}
      </p>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">
        <div className="max-w-measure">
          <p>
            Count the copies on the shelf, those set aside for orders, and those in parcels that were packed without
            scanning. Do not count copies that were scanned into a parcel.
          </p>
          <p className="mt-1">Sales, parcels, deliveries and returns meanwhile do not matter.</p>
          <details className="mt-1 text-quiet">
            <summary className="inline-flex min-h-11 items-center">How the difference is calculated</summary>
            Expected = copies on hand + copies sold but not scanned into a parcel, at the time when the first copy of
            the book was counted. Difference = counted − expected. Sales, parcels, deliveries and returns after that
            time do not change the difference.
          </details>
        </div>
        {isOpen && (
          <div className="grid gap-3">
            <ScanForm
              intent="stock.count"
              belongsTo={{ name: "count", id }}
              path={deskHref("/stock/count/:count/scan", { count: id })}
              staffId={staffId}
              scanned={scanned}
              trouble={of("stock.count")}
            />
            <TypedForm count={id} trouble={of("stock.count-typed")} />
          </div>
        )}
        <section aria-labelledby="sheet">
          <h2 id="sheet" className="text-title">
            {sums.books === 0
              ? "Nothing counted yet"
              : `${formatCount(sums.copies, "copy", "copies")} of ${formatCount(sums.books, "book")} counted`}
          </h2>
          <CountParts stocktake={stocktake} part={part} unknown={sums.unknown} />
          {left ? (
            <UncountedLines count={isOpen ? id : null} books={left.books} trouble={of("stock.set-count")} />
          ) : (
            <CountedLines
              count={isOpen ? id : null}
              part={part}
              lines={sheet.lines}
              isFirst={after === null}
              trouble={of("stock.set-count")}
            />
          )}
          <Pager
            words={left ? orderedLabels : undefined}
            newest={after === null ? null : deskHref("/stock/count/:count", link)}
            older={isCut && last ? deskHref("/stock/count/:count", { ...link, after: last }) : null}
          />
        </section>
        {isOpen && (
          <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
            <ButtonLink to={deskHref("/stock/count/:count/finish", { count: id })}>Check the corrections</ButtonLink>
            <details>
              <summary className="inline-flex min-h-11 items-center font-semibold text-action">
                Discard this count
              </summary>
              <Form method="post" className="my-2">
                <input type="hidden" name="count" value={id} />
                <p className="mb-3 max-w-measure">
                  The counted numbers are deleted, which cannot be undone. The stock is not changed.
                </p>
                <Button variant="danger" name="intent" value="stock.drop-count">
                  {`Discard ${formatCount(sums.copies, "counted copy", "counted copies")}`}
                </Button>
              </Form>
            </details>
          </div>
        )}
        {!isOpen && (
          <p>
            <Link className="link inline-flex min-h-11 items-center" to={deskHref("/stock/count")}>
              All counts
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
