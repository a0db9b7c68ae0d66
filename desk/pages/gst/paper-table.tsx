import { Money } from "#app/components/books/money.tsx";
import { PaperLink } from "#desk/components/papers/paper-link.tsx";
import { OrderOf } from "#desk/components/order-of.tsx";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatSigned } from "#shop/kernel/money/signed-amount.ts";
import type { Paper, PaperSums } from "#shop/office/reports/papers.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

interface PaperTableProps {
  papers: Paper[];
  /** The totals of the whole month, not only of this page; null while they are being computed. */
  sums: PaperSums | null;
  hasNames: boolean;
  maySeeOrders: boolean;
}

/** A table of a month's bills and credit notes, sorted by number. Amounts of credit notes are negative. */
export function PaperTable({ papers, sums, hasNames, maySeeOrders }: PaperTableProps) {
  return (
    <table className="desk-table desk-stacked desk-close mt-3">
      <thead>
        <tr>
          <th scope="col">Bill or credit note</th>
          {hasNames && <th scope="col">Buyer</th>}
          <th scope="col">State</th>
          <th scope="col" className="text-right!">
            Taxable value
          </th>
          <th scope="col" className="text-right!">
            Exempt value
          </th>
          <th scope="col" className="text-right!">
            Tax
          </th>
          <th scope="col" className="text-right!">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {papers.map(({ id, kind, number, issuedOn, orderNumber, placeOfSupply, buyerName, ...money }) => {
          const written = (paise: number) => formatSigned(kind === "bill" || paise === 0 ? paise : -paise);
          return (
            <tr key={id}>
              <th scope="row">
                <PaperLink number={number} />
                <span className="block text-small font-normal text-quiet">
                  {kind === "bill" ? "Bill" : "Credit note"}, <time dateTime={issuedOn}>{shortDay(issuedOn)}</time>,
                  order <OrderOf number={orderNumber} maySee={maySeeOrders} />
                </span>
              </th>
              {hasNames && (
                <td data-label="Buyer" className="desk-words">
                  {buyerName}
                </td>
              )}
              <td data-label="State" className="desk-words">
                {placeOfSupply}
              </td>
              <td data-label="Taxable value">{written(money.taxablePaise)}</td>
              <td data-label="Exempt value">{written(money.untaxedPaise)}</td>
              <td data-label="Tax">{written(money.taxPaise)}</td>
              <td data-label="Total" className="font-semibold">
                {written(money.totalPaise)}
              </td>
            </tr>
          );
        })}
      </tbody>
      {sums && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasNames ? 3 : 2}>
              The whole month
              <span className="block text-small font-normal text-quiet">
                {formatCount(sums.papers, "bill or credit note", "bills and credit notes")}; credit notes are subtracted
              </span>
            </th>
            <td data-label="Taxable value">
              <Money paise={sums.taxablePaise} />
            </td>
            <td data-label="Exempt value">
              <Money paise={sums.untaxedPaise} />
            </td>
            <td data-label="Tax">
              <Money paise={sums.taxPaise} />
            </td>
            <td data-label="Total">
              <Money paise={sums.totalPaise} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
