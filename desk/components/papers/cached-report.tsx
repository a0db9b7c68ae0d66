import { useEffect } from "react";
import { useRevalidator } from "react-router";

import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { Banner } from "#ui/banner.tsx";

/** Interval at which a page polls for its report, in seconds. */
const pollSeconds = 2;

/** When a cached report was computed; nothing for a report that was computed for this request. */
export function AsOf({ madeAt }: { madeAt: string | null }) {
  if (madeAt === null) return null;
  return (
    <p className="mt-3 max-w-measure text-quiet">
      As of <time dateTime={madeAt}>{shortMoment(madeAt)}</time>. Opened ten minutes later or more, it is added up anew
      for the next look.
    </p>
  );
}

/** Notice that a report, or a sum on a page, is being computed. Polls until it is ready, with a script or without. */
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
      <p role="status">{what} is being computed, and appears here when it is ready.</p>
    </Banner>
  );
}
