/**
 * The desk's page of payouts: the payouts so far, payments that are not paid out yet, and differences from the shop's
 * records.
 */
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { AsOf, ReportPending } from "#desk/components/papers/cached-report.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import {
  listDifferences,
  listPayouts,
  notPaidOutReport,
  readPayoutReadings,
} from "#shop/office/back-office/payouts.server.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { latestAfterDays } from "#shop/sales/payments/compare-payouts.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { payoutActions } from "./actions.server.ts";
import { Differences } from "./differences.tsx";
import { NotPaidOut } from "./not-paid-out.tsx";
import { PayoutReadings } from "./payout-readings.tsx";
import { PayoutTable } from "./payout-table.tsx";

import type { Route } from "./+types/route";

const dayMs = 86_400_000;

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "payouts" });
  const { db, paymentProviders, now } = args.context.get(servicesContext);
  const given = new URL(args.request.url).searchParams.get("before");
  const before = given !== null && /^\w{1,80}$/.test(given) ? given : null;
  const [{ differences, open }, waiting, { payouts, isCut }, read] = await Promise.all([
    listDifferences(db),
    readLongReport({ db, now }, notPaidOutReport(latestAfterDays)),
    listPayouts(db, before),
    readPayoutReadings(db, paymentProviders),
  ]);
  const readings = read.map((reading) => ({
    ...reading,
    name: nameProvider(reading.provider),
    isOld: reading.readAt !== null && now().getTime() - Date.parse(reading.readAt) > 1.5 * dayMs,
  }));
  const maySeeOrders = may(staff.role, "orders");
  return {
    differences,
    open,
    waiting,
    payouts,
    isCut,
    readings,
    before,
    maySeeOrders,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, payoutActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/payouts"), answer),
  );
}

export const meta = () => [{ title: "Payouts" }];

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const { differences, open, waiting, payouts, isCut, readings, before, maySeeOrders } = loaderData;
  const trouble = actionData ?? null;
  const closed = differences.filter(({ isClosed }) => isClosed);
  const last = payouts.at(-1);
  const shown = differences.length - closed.length;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Payouts</h1>
        <PayoutReadings readings={readings} />
        <ActionBanner trouble={trouble} />
      </div>
      <section aria-labelledby="differences">
        <h2 id="differences" className="text-title">
          Differences
        </h2>
        {open === 0 ? (
          <p className="mt-3">
            {readings.some(({ readAt }) => readAt)
              ? "Payouts and the shop’s records agree."
              : "Nothing has been compared yet."}
          </p>
        ) : (
          <Differences
            differences={differences.filter(({ isClosed }) => !isClosed)}
            maySeeOrders={maySeeOrders}
            trouble={trouble}
          />
        )}
        {open > shown && (
          <p className="mt-3 text-quiet">
            Only the oldest {shown} are shown; there {open - shown === 1 ? "is" : "are"}{" "}
            {formatCount(open - shown, "other")}.
          </p>
        )}
        {closed.length > 0 && (
          <details className="mt-3">
            <summary className="inline-flex min-h-11 items-center font-semibold text-action">Recently closed</summary>
            <Differences differences={closed} maySeeOrders={maySeeOrders} trouble={trouble} />
          </details>
        )}
      </section>
      <section aria-labelledby="not-yet">
        <h2 id="not-yet" className="text-title">
          Not paid out yet
        </h2>
        <AsOf madeAt={waiting?.madeAt ?? null} />
        {waiting === null ? (
          <ReportPending />
        ) : waiting.rows.length === 0 ? (
          <p className="mt-3">No payment or refund of the last ten days is waiting for its payout.</p>
        ) : (
          <NotPaidOut waiting={{ ...waiting.head, rows: waiting.rows }} maySeeOrders={maySeeOrders} />
        )}
      </section>
      <section aria-labelledby="paid-out">
        <h2 id="paid-out" className="text-title">
          Paid out
        </h2>
        {payouts.length === 0 ? (
          <p className="mt-3">{before === null ? "Nothing has been paid out yet." : "There are no older payouts."}</p>
        ) : (
          <PayoutTable payouts={payouts} />
        )}
        <Pager
          newest={before === null ? null : deskHref("/payouts")}
          older={isCut && last ? deskHref("/payouts", { before: last.id }) : null}
        />
      </section>
    </div>
  );
}
