import { useEffect } from "react";
import { useRevalidator } from "react-router";

import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { Banner } from "#ui/banner.tsx";

/** Interval at which a page polls for its report, in seconds. */
const pollSeconds = 2;

/** Shows when a cached report was computed. Renders nothing for a report that was computed for this request. */
export function AsOf({ madeAt }: { madeAt: string | null }) {
  if (madeAt === null) return null;
  return (
    <p className="mt-3 max-w-measure text-quiet">
      As of <time dateTime={madeAt}>{shortMoment(madeAt)}</time>. If you open it ten minutes later or more, it is
      computed again for the next time.
    </p>
  );
}

/**
 * Notice that a report, or a sum on a page, is being computed. The page polls until the result is ready, with or
 * without a script.
 */
export function ReportPending({ what = "This" }: { what?: string }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), pollSeconds * 1000);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <Banner variant="note" className="mt-6">
      <noscript>
        <meta httpEquiv="refresh" content={String(pollSeconds)} />
      </noscript>
      <p role="status">{what} is being computed and will appear here.</p>
    </Banner>
  );
}
