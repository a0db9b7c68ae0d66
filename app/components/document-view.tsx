/**
 * A bill or credit note as a sheet of paper: black on white in every colour scheme, A4 without the site when printed.
 */
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import {
  noFigure,
  printedDocument,
  type Column,
  type PrintedDocument,
} from "#shop/sales/documents/printed-document.ts";
import { readLogoName } from "#shop/kernel/look/logo.ts";
import { ShopMark } from "#app/components/frame/shop-sign.tsx";

import { detectLanguage } from "#app/display/detect-language.ts";

export function DocumentView({ content }: { content: DocumentContent }) {
  const printed = printedDocument(content);
  return (
    <article className="document-view" aria-labelledby="document-title">
      <div className="document-band" aria-hidden="true" />
      <header>
        <p className="document-seller">
          <ShopMark className="size-9 text-action" />
          <span lang={detectLanguage(content.seller.legalName)}>{content.seller.legalName}</span>
        </p>
        <h1 id="document-title">{content.title}</h1>
      </header>
      <div className="document-parties">
        <Party label="Sold by" name={content.seller.legalName} lines={printed.sellerLines} />
        <Party label={printed.buyerLabel} name={content.buyer.name} lines={printed.buyerLines} />
        <dl className="document-facts figures">
          {printed.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Lines content={content} columns={printed.columns} />
      <div className="document-closing">
        <div>
          <h2>In words</h2>
          <p>{content.totalInWords}</p>
          <ul className="document-notes mt-3">
            {printed.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
        <div>
          <Sums sums={printed.sums} />
          {printed.signed && <Signed {...printed.signed} />}
        </div>
      </div>
      {printed.taxes.length > 0 && <Taxes taxes={printed.taxes} />}
      <footer>{printed.foot}</footer>
    </article>
  );
}

function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <section>
      <h2>{label}</h2>
      <p>
        <strong lang={detectLanguage(name)}>{name}</strong>
        {lines.map((line) => (
          <span key={line} lang={detectLanguage(line)}>
            {line}
          </span>
        ))}
      </p>
    </section>
  );
}

function Lines({ content, columns }: { content: DocumentContent; columns: Column[] }) {
  return (
    <table className="document-lines figures">
      <caption className="sr-only">Lines</caption>
      <thead>
        <tr>
          {columns.map(({ label, isFigure }) => (
            <th key={label} scope="col" className={isFigure ? "figure" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {content.lines.map((line, place) => (
          <tr key={line.position}>
            {columns.map(({ label, isFigure, cellOf }) => {
              const { text, below } = cellOf(line, place);
              const words = (
                <>
                  <span lang={detectLanguage(text)}>{text}</span>
                  {below && <small lang={detectLanguage(below)}>{below}</small>}
                </>
              );
              return label === "Title" ? (
                <th key={label} scope="row">
                  {words}
                </th>
              ) : (
                // The label is shown next to the cell where there is no room for columns.
                <td key={label} className={cellClass(isFigure, text)} data-label={label}>
                  {words}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass(isFigure: boolean, text: string): string | undefined {
  if (!isFigure) return undefined;
  return text === noFigure ? "figure blank" : "figure";
}

function Sums({ sums }: { sums: PrintedDocument["sums"] }) {
  return (
    <table className="document-sums figures">
      <caption className="sr-only">Sums</caption>
      <tbody>
        {sums.map(({ label, amount, isTotal }) => (
          <tr key={label} className={isTotal ? "total" : undefined}>
            <th scope="row">{label}</th>
            <td className="figure">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Signed({ forSeller, picture, signatory }: NonNullable<PrintedDocument["signed"]>) {
  const { path, width, height } = (picture && readLogoName(picture)) || {};
  return (
    <div className="document-signed">
      <p lang={detectLanguage(forSeller)}>{forSeller}</p>
      <div>{path && <img src={path} width={width} height={height} alt="Signature" />}</div>
      <p lang={detectLanguage(signatory)}>{signatory}</p>
    </div>
  );
}

function Taxes({ taxes }: { taxes: PrintedDocument["taxes"] }) {
  return (
    <table className="document-taxes figures">
      <caption className="sr-only">GST by rate</caption>
      <thead>
        <tr>
          {["Tax", "Rate", "Value", "Amount"].map((label, place) => (
            <th key={label} scope="col" className={place > 0 ? "figure" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ name, rate, taxable, tax }) => (
          <tr key={`${name} ${rate}`}>
            <th scope="row">{name}</th>
            <td className="figure">{rate}</td>
            <td className="figure">{taxable}</td>
            <td className="figure">{tax}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
