import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import type { TillState } from "./use-till.ts";

/** The sales that wait in this browser, and those that a person must look at. */
export function WaitingSales({ till: { waiting } }: { till: TillState }) {
  const { sales, isSignedOut, isFull, recorded } = waiting;
  const unsent = sales.filter(({ problem }) => problem === null);
  const refused = sales.filter(({ problem }) => problem !== null);
  const it = unsent.length === 1 ? "It is" : "They are";
  return (
    <div className="grid gap-3 empty:hidden">
      {unsent.length > 0 && (
        <Banner variant="note">
          <p className="font-semibold">{`${formatCount(unsent.length, "sale")} of ${formatPaise(
            unsent.reduce((sum, { sale }) => sum + sale.totalPaise, 0),
          )} ${unsent.length === 1 ? "waits" : "wait"} in this browser.`}</p>
          <p>
            {isSignedOut
              ? "You were signed out. Sign in in another tab, and leave this one open."
              : `No connection. ${it} sent once it is back. Prices and stock could not be checked, and the bill’s number follows.`}
          </p>
          {isFull && <p className="font-semibold">This browser has no room to keep it. Do not close this page.</p>}
        </Banner>
      )}
      {unsent.length === 0 && recorded > 0 && (
        <p role="status" className="font-semibold text-leaf">
          {recorded === 1 ? "The sale that waited is recorded." : `The ${recorded} sales that waited are recorded.`}
        </p>
      )}
      {refused.map(({ sale, titles, problem }) => (
        <Banner key={sale.id} variant="error">
          <p>{`A sale of ${formatPaise(sale.totalPaise)} (${titles.join(", ")}) is not recorded. ${problem}`}</p>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button type="button" variant="outline" onClick={() => waiting.tryAgain(sale.id)}>
              Try again
            </Button>
            <Button
              type="button"
              variant="quiet"
              onClick={() => confirm("Discard this sale? It is recorded nowhere else.") && waiting.discard(sale.id)}
            >
              Discard it
            </Button>
          </p>
        </Banner>
      ))}
    </div>
  );
}
