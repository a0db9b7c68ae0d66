/** The page of a till: scanned books, their payment, and the receipt. It needs no mouse. */
import { Suspense, useEffect } from "react";
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { may } from "#shop/people/staff/roles.ts";
import { offersCodes } from "#shop/sales/counter/code-sale.server.ts";
import { findTill } from "#shop/sales/counter/tills.server.ts";
import { Button } from "#ui/button.tsx";
import { PrintedReceipt } from "#desk/pages/counter/printed-receipt.tsx";
import { CodePanel } from "#desk/pages/counter/qr/code-panel.tsx";
import { loadQrCode, QrCode } from "#desk/pages/counter/qr/load-qr-code.tsx";
import { changeOf } from "#desk/pages/counter/receipt-data.ts";
import { printReceipt } from "#desk/pages/counter/receipt.tsx";
import { nameDiscount, SaleLines } from "./sale-lines.tsx";
import { ScanField } from "./scan-field.tsx";
import { ShortBooks } from "./short-books.tsx";
import { TillKeys } from "./till-keys.tsx";
import { UnknownBooks } from "./finding/unknown-books.tsx";
import { upiLink } from "#desk/pages/counter/qr/upi-link.ts";
import { useTill, type TillState } from "./use-till.ts";
import { WaitingSales } from "./waiting-sales.tsx";

import type { Route } from "./+types/till.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "counter" });
  const services = args.context.get(servicesContext);
  const { db, settings } = services;
  const till = await findTill(db, args.params.till ?? "");
  if (!till?.isOpen) throw data("There is no such till, or it is closed.", { status: 404 });
  const mostPercent = may(staff.role, "refunds-above-limit") ? null : settings.counter.mostPercent;
  return {
    till,
    terms: { till: till.code, seller: settings.seller, mostPercent, hasCodes: offersCodes(services) },
    shopName: settings.name,
    upiId: settings.counter.upiId,
  };
}

/** The sale is kept in the browser, so the page is not loaded again after it. */
export const shouldRevalidate = () => false;

export const meta = ({ params }: { params: { till?: string } }) => [{ title: `Till ${params.till ?? ""}` }];

export default function TillPage({ loaderData }: Route.ComponentProps) {
  const { till, terms, shopName, upiId } = loaderData;
  // Only the browser knows the sales that it keeps.
  if (!useIsScripted()) return <ClosedTill name={till.name} />;
  // Another till is another page, with sales of its own.
  return <OpenTill key={till.code} name={till.name} terms={terms} shopName={shopName} upiId={upiId} />;
}

/** The page before its script runs. A till cannot work without one, because it must not lose a sale. */
function ClosedTill({ name }: { name: string }) {
  return (
    <div className="desk-page">
      <h1 className="text-h3">{name}</h1>
      <noscript>
        <p className="mt-3">A till needs JavaScript, so that no sale is lost when the connection is. Switch it on.</p>
      </noscript>
    </div>
  );
}

interface OpenTillProps {
  name: string;
  terms: Route.ComponentProps["loaderData"]["terms"];
  shopName: string;
  upiId: string | null;
}

function OpenTill({ name, terms, shopName, upiId }: OpenTillProps) {
  const till = useTill(terms);
  const { receipt, mode, duePaise, sale } = till;
  useEffect(() => void loadQrCode(), []);
  return (
    <div className="desk-page grid gap-4">
      <div className="not-receipt">
        <BackLink to={deskHref("/counter")}>Counter</BackLink>
        <h1 className="text-h3">{`${name} (${terms.till})`}</h1>
      </div>
      <div className="not-receipt">
        <WaitingSales till={till} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="not-receipt grid gap-4">
          <ScanField till={till} onPrint={printReceipt} />
          <UnknownBooks till={till} />
          <ShortBooks till={till} />
          <SaleLines till={till} />
          <HeldSales till={till} />
        </div>
        <div className="grid gap-4">
          <div className="not-receipt grid gap-4">
            {receipt ? <Done till={till} /> : <Total till={till} />}
            {mode === "upi" && upiId && (
              <Suspense>
                <QrCode
                  text={upiLink({ upiId, name: shopName, paise: duePaise, note: `${shopName} ${terms.till}` })}
                  label={`UPI QR code to pay ${upiId}`}
                />
              </Suspense>
            )}
            {mode === "upi" && !upiId && (
              <p className="text-quiet">
                Set your UPI ID under Settings, Counter, to show a QR code with the sum here.
              </p>
            )}
            <CodePanel till={till} />
            <TillKeys till={till} />
          </div>
          <PrintedReceipt receipt={sale.lines.length === 0 ? receipt : null} shopName={shopName} />
        </div>
      </div>
    </div>
  );
}

/** What is to pay. */
function Total({ till: { priced, sale, paid, duePaise } }: { till: TillState }) {
  const copies = sale.lines.reduce((sum, line) => sum + line.copies, 0);
  const buyer = [sale.business?.name ?? sale.name, sale.business?.gstin, spacePhone(sale.phone)].filter(Boolean);
  const off = priced.discountPaise + priced.roundingPaise;
  return (
    <section aria-label="To pay" className="desk-card p-4">
      <p className="text-quiet">{copies === 0 ? "No book yet" : formatCount(copies, "copy", "copies")}</p>
      <p className="text-h2 font-semibold" aria-live="polite">
        <Money paise={duePaise} />
      </p>
      {off > 0 && (
        <p>
          {sale.discount ? `${nameDiscount(sale.discount)} off the sale; ` : ""}
          <Money paise={off} /> less in all
        </p>
      )}
      {paid.cashPaise > 0 && (
        <p>
          <Money paise={paid.cashPaise} /> in cash so far
        </p>
      )}
      {buyer.length > 0 && <p className="break-words">{`Buyer: ${buyer.join(", ")}`}</p>}
    </section>
  );
}

/** The sale that was just made, with the change. */
function Done({ till: { receipt } }: { till: TillState }) {
  if (!receipt) return null;
  const change = changeOf(receipt.payment);
  return (
    <section role="status" aria-label="Sale made" className="desk-card p-4">
      <p className="text-quiet">{receipt.number === null ? "Kept in this browser" : `Sold, bill ${receipt.number}`}</p>
      <p className="text-h2 font-semibold">
        {change > 0 ? "Change " : "Paid "}
        <Money paise={change > 0 ? change : receipt.totalPaise} />
      </p>
    </section>
  );
}

/** The sales that were put aside. */
function HeldSales({ till: { held, takeUp } }: { till: TillState }) {
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="held">
      <h2 id="held" className="text-title">
        Held sales
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {held.map(({ id, sale }) => (
          <li key={id}>
            <Button type="button" variant="outline" onClick={() => takeUp(id)}>
              {`${formatCount(sale.lines.length, "book")}: ${sale.lines[0]?.title.slice(0, 30) ?? ""}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
