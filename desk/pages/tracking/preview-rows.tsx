import { detectLanguage } from "#app/display/detect-language.ts";
import { nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { PlannedRow } from "#shop/office/back-office/parcels/send-tracked.server.ts";

/** The rows of a carrier's file: what each would send, or why it is skipped. */
export function PreviewRows({ rows }: { rows: PlannedRow[] }) {
  return (
    <table className="desk-table">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Order</th>
          <th scope="col">Parcel</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.line}
            className="max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:border-b max-sm:border-line max-sm:*:border-b-0!"
          >
            <td className="tabular-nums">{row.line}</td>
            <td>
              {row.number ?? row.typed}
              {row.problem === null && (
                <span className="block text-small text-quiet" lang={detectLanguage(row.name)}>
                  {row.name}
                </span>
              )}
            </td>
            <td className="max-sm:col-span-2 max-sm:pt-0!">
              {row.problem === null ? (
                <>
                  {row.carrier}, {row.trackingNumber}
                  {row.was && (
                    <span className="block text-small text-quiet">
                      Replaces the tracking that the reader has: {nameTracking(row.was)}
                    </span>
                  )}
                  {row.isRest && (
                    <span className="block text-small text-quiet">The rest of the order: a part was already sent</span>
                  )}
                </>
              ) : (
                <strong className="text-vermilion">Skipped: {row.problem}</strong>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
