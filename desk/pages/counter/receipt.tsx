/** The receipt of a sale, for rolls of 58 and 80 mm and for A4. Only it is printed of the page of a till. */
import { Fragment } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { changeOf, type ReceiptBuyer, type ReceiptData } from "./receipt-data.ts";
import "./receipt.css";

/** The papers of receipts, with their names. */
export const papers = { "58": "58 mm roll", "80": "80 mm roll", a4: "A4" } as const;

export type Paper = keyof typeof papers;

/** Whether a text names a paper. */
export function isPaper(given: string | null): given is Paper {
  return given !== null && Object.hasOwn(papers, given);
}

interface ReceiptProps {
  receipt: ReceiptData;
  paper: Paper;
  shopName: string;
  /** Whether it was printed before, which it then says. */
  isCopy?: boolean;
}

/** The receipt as it is printed. */
export function Receipt({ receipt, paper, shopName, isCopy = false }: ReceiptProps) {
  const { title, number, day, seller, buyer, lines, discountPaise, taxes, totalPaise, payment, words } = receipt;
  const paid = [
    { way: "Cash", paise: payment.cashPaise },
    { way: "UPI", paise: payment.upiPaise },
    { way: "Card", paise: payment.cardPaise },
  ].filter(({ paise }) => paise > 0);
  const change = changeOf(payment);
  return (
    <article className="receipt" data-paper={paper} aria-label="Receipt">
      <header>
        <p className="receipt-shop">{shopName}</p>
        {seller.legalName !== shopName && <p>{seller.legalName}</p>}
        {seller.addressLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{seller.phone}</p>
        {seller.gstin && <p>GSTIN {seller.gstin}</p>}
      </header>
      <p className="receipt-title">{isCopy ? `${title}, copy` : title}</p>
      <p>{number === null ? "The bill’s number follows." : `No. ${number}`}</p>
      <p>{longDay(day)}</p>
      {buyer && <BuyerLines buyer={buyer} />}
      <table>
        <caption className="sr-only">Books</caption>
        <tbody>
          {lines.map((line) => (
            <Fragment key={line.position}>
              <tr>
                <th scope="row" colSpan={2} lang={detectLanguage(line.title)}>
                  {line.title}
                </th>
              </tr>
              <tr>
                <td>{`${line.quantity} × ${formatPaise(line.unitPricePaise)}`}</td>
                <td>{formatPaise(line.totalPaise)}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
        <tbody className="receipt-sums">
          {discountPaise > 0 && (
            <tr>
              <td>Discount and rounding</td>
              <td>{`-${formatPaise(discountPaise)}`}</td>
            </tr>
          )}
          <tr className="receipt-total">
            <th scope="row">Total</th>
            <td>{formatPaise(totalPaise)}</td>
          </tr>
          {taxes.map(({ name, rate, taxPaise }) => (
            <tr key={`${name} ${rate}`}>
              <td>{`Includes ${name} ${rate}%`}</td>
              <td>{formatPaise(taxPaise)}</td>
            </tr>
          ))}
          {paid.map(({ way, paise }) => (
            <tr key={way}>
              <td>{way === "Cash" && change > 0 ? "Cash given" : way}</td>
              <td>{formatPaise(way === "Cash" ? payment.givenPaise : paise)}</td>
            </tr>
          ))}
          {change > 0 && (
            <tr>
              <td>Change</td>
              <td>{formatPaise(change)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {words && <p className="receipt-words">{words}</p>}
      <p>Thank you for reading.</p>
    </article>
  );
}

function BuyerLines({ buyer: { name, addressLines, gstin } }: { buyer: ReceiptBuyer }) {
  return (
    <>
      <p lang={detectLanguage(name)}>{`Buyer: ${name}`}</p>
      {addressLines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {gstin && <p>{`Buyer’s GSTIN ${gstin}`}</p>}
    </>
  );
}

const sheet = typeof CSSStyleSheet === "undefined" ? null : new CSSStyleSheet();
/** CSS pixels of a millimetre. */
const pixels = 96 / 25.4;

/** Prints the receipt on the page, on a page as long as the receipt: a roll has no height of its own. */
export function printReceipt(): void {
  const receipt = document.querySelector<HTMLElement>(".receipt");
  if (!receipt || !sheet) return;
  const { paper } = receipt.dataset;
  const height = Math.ceil(receipt.scrollHeight / pixels) + 8;
  const size = paper === "a4" ? "A4" : `${paper}mm ${height}mm`;
  sheet.replaceSync(`@page { size: ${size}; margin: ${paper === "a4" ? "12mm" : "0"}; }`);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  print();
}
