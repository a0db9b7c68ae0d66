import { longDay, longMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { PayoutReading } from "#shop/office/back-office/payouts.server.ts";
import { Banner } from "#ui/banner.tsx";

/** Until when the payouts of each payment provider were read, and what is missing. */
export function PayoutReadings({ readings }: { readings: (PayoutReading & { name: string; isOld: boolean })[] }) {
  return readings.map(({ provider, name, lastDay, readAt, unreadable, isOld }) => (
    <div key={provider}>
      <p className="mt-2 max-w-measure text-quiet">
        The payouts of {name} to your bank.{" "}
        {readAt && lastDay
          ? `Last checked ${longMoment(readAt)}.`
          : `${name} has not been checked yet. The shop does this by itself after the first payment.`}
      </p>
      {isOld && lastDay && (
        <Banner variant="error" className="mt-4">
          {name} could not be reached for more than a day: payouts after {longDay(lastDay)} are missing here. The shop
          tries again by itself.
        </Banner>
      )}
      {unreadable > 0 && (
        <Banner variant="note" className="mt-4">
          {formatCount(unreadable, "line")} of {name} could not be read and {unreadable === 1 ? "is" : "are"} missing
          here. Tell the person who maintains the shop.
        </Banner>
      )}
    </div>
  ));
}
