import { detectLanguage } from "#app/display/detect-language.ts";
import { Money } from "#app/components/books/money.tsx";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { GivenDiscount } from "#shop/sales/counter/price-sale.ts";
import { Figure } from "#ui/figure.tsx";
import { nextMrp } from "./open-sale.ts";
import type { TillState } from "./use-till.ts";

/** The books of the open sale. The marked line is the one that keys change. */
export function SaleLines({ till: { sale, priced, edit } }: { till: TillState }) {
  if (sale.lines.length === 0) return null;
  return (
    <table className="desk-table desk-stacked">
      <caption className="sr-only">Books of this sale</caption>
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col" className="text-right!">
            Copies
          </th>
          <th scope="col" className="text-right!">
            Sum
          </th>
          <th scope="col">
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sale.lines.map((line, place) => {
          const other = nextMrp(line);
          const { bookId, title, isbn, pricePaise, mrpPaise, copies, discount, typed } = line;
          const sold = priced.lines[place];
          return (
            <tr
              key={bookId}
              aria-current={bookId === sale.marked ? "true" : undefined}
              className="aria-[current]:bg-marigold-wash aria-[current]:text-on-wash"
            >
              <th scope="row" className="break-words">
                <button
                  type="button"
                  className="min-h-6 text-left max-lg:min-h-11 pointer-coarse:min-h-11"
                  onClick={() => edit({ kind: "mark", bookId })}
                >
                  <cite lang={detectLanguage(title)} className="not-italic">
                    {title}
                  </cite>
                </button>
                <span className="block text-small font-normal">
                  {isbn && <Figure>{isbn}</Figure>} {formatPaise(pricePaise)}
                  {mrpPaise > pricePaise && <span>{`, MRP ${formatPaise(mrpPaise)}`}</span>}
                  {typed && <span>{typed.kind === "stationery" ? ", by hand, with GST" : ", by hand"}</span>}
                  {discount && <span>{`, ${nameDiscount(discount)} off`}</span>}
                </span>
                {other && (
                  <button
                    type="button"
                    className="link min-h-11 text-left text-small font-normal"
                    onClick={() => {
                      edit({ kind: "mark", bookId });
                      edit({ kind: "other-mrp" });
                    }}
                  >
                    {`Copies with MRP ${formatPaise(other.mrpPaise)} are here too: this is one`}
                    {bookId === sale.marked && <kbd className="ml-2 pointer-coarse:hidden">F1</kbd>}
                  </button>
                )}
              </th>
              <td data-label="Copies" className="tabular-nums">
                {copies}
              </td>
              <td data-label="Sum" className="whitespace-nowrap">
                <Money paise={(sold?.totalPaise ?? 0) + (sold?.roundingPaise ?? 0)} />
              </td>
              <td className="text-right">
                <button
                  type="button"
                  className="link min-h-6 max-lg:min-h-11 pointer-coarse:min-h-11"
                  aria-label={`Take off “${title}”`}
                  onClick={() => edit({ kind: "take-off", bookId })}
                >
                  Take off
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A discount in words, such as `10%` or `₹50.00`. */
export function nameDiscount(discount: GivenDiscount): string {
  return "percent" in discount ? `${discount.percent}%` : formatPaise(discount.paise);
}
