import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import type { CartPreview } from "#shop/sales/cart/preview-cart.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The prices of a trial cart, with the discounts of each line. */
export function TrialResult({ tried }: { tried: CartPreview }) {
  const { lines, subtotalPaise, discounts, shippingPaise, totalPaise, upTo } = tried;
  return (
    <table className="desk-table">
      <thead>
        <tr>
          <th scope="col">Book</th>
          <th scope="col" className="text-right!">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ bookId, title, quantity, grossPaise, discounts, totalPaise }) => (
          <tr key={bookId}>
            <td>
              <strong>{quantity} ×</strong> <cite lang={detectLanguage(title)}>{title}</cite>
              {discounts.map(({ label, copies, amountPaise }) => (
                <span key={label} className="block text-small text-quiet">
                  {label}, {formatCount(copies, "copy", "copies")}: <Money paise={amountPaise} /> off{" "}
                  <Money paise={grossPaise} />
                </span>
              ))}
            </td>
            <td className="text-right! whitespace-nowrap tabular-nums">
              <Money paise={totalPaise} />
            </td>
          </tr>
        ))}
        <tr>
          <td>Before discounts</td>
          <td className="text-right! whitespace-nowrap tabular-nums">
            <Money paise={subtotalPaise} />
          </td>
        </tr>
        {discounts.map(({ source, label, amountPaise }) => (
          <tr key={source}>
            <td>{label}</td>
            <td className="text-right! whitespace-nowrap tabular-nums">
              <Money paise={-amountPaise} />
            </td>
          </tr>
        ))}
        <tr>
          <td>Delivery</td>
          <td className="text-right! whitespace-nowrap tabular-nums">
            {shippingPaise === 0 ? "Free" : formatPaise(shippingPaise)}
            {upTo && ` to ${formatPaise(upTo.shippingPaise)}`}
          </td>
        </tr>
        <tr className="font-semibold">
          <td>To pay</td>
          <td className="text-right! whitespace-nowrap tabular-nums">
            <Money paise={totalPaise} />
            {upTo && <> to {<Money paise={upTo.totalPaise} />}</>}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
