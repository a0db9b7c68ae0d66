/** Confirmation after a payment: the books, their arrival, the e-mail address, and a link to the order. */
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

import type { Receipt } from "#app/client/paying/checkout-answer.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { SendPicture } from "#app/components/plates/send-picture.tsx";
import { href } from "#routing/href.ts";
import { documentName } from "#shop/sales/documents/document-name.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { Endpaper } from "#ui/endpaper.tsx";
import { BoughtBooks } from "./bought-books.tsx";

interface PaymentSuccessProps {
  orderNumber: string;
  isConfirmed: boolean;
  /** Null when it could not be loaded; the order's page contains the same data. */
  receipt: Receipt | null;
}

export function PaymentSuccess({ orderNumber, isConfirmed, receipt }: PaymentSuccessProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const order = href("/orders/:orderNumber", { orderNumber });
  const first = receipt?.books[0];
  const isOne = receipt?.books.length === 1 && receipt.books[0]?.quantity === 1;
  useEffect(() => heading.current?.focus(), []);
  return (
    <Endpaper pattern="buti" inks="rose" className="grid place-items-center px-4 py-8 sm:py-20">
      <div className="label payment-success">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-h3 outline-none">
            Payment Successful
          </h1>
          <p className="mt-1 text-lead">Thank you for your purchase</p>
        </div>
        {receipt && <BoughtBooks {...receipt} />}
        <div className="min-w-0">
          {receipt && <p className="font-display text-h2 text-balance">{nameBought(receipt.books)}</p>}
          {receipt && (
            <p className="mt-5 border-t border-line pt-4">
              {receipt.arrives && (
                <span className="figures block text-lead font-semibold">
                  <span>{receipt.isCollection ? "Ready at the shop by" : "With you"}</span>{" "}
                  <span className="whitespace-nowrap">{receipt.arrives}</span>
                </span>
              )}
              <span className="block break-words text-quiet" lang={detectLanguage(receipt.to)}>
                {receipt.to}
              </span>
            </p>
          )}
          <p className="mt-4">
            {isConfirmed ? (
              receipt && (
                <span>
                  We have written to {/* Keeps the address on one line instead of breaking at a hyphen. */}
                  <span className="inline-block max-w-full wrap-anywhere">
                    <span className="font-semibold">{receipt.email}</span>.
                  </span>{" "}
                  <span>{describeNext(receipt.isCollection, isOne)}</span>
                </span>
              )
            ) : (
              <span>
                Your bank has approved the payment. We are waiting for its final confirmation and will write to you.
              </span>
            )}
          </p>
          {receipt?.bookplate && first && (
            <div className="mt-6 flex flex-wrap items-start gap-3">
              <ButtonLink
                to={href("/orders/:orderNumber/bookplates", { orderNumber })}
                reloadDocument
                variant="outline"
                className="max-sm:w-full"
              >
                Save the bookplates (PDF)
              </ButtonLink>
              <SendPicture orderNumber={orderNumber} bookId={first.bookId} title={first.title} />
            </div>
          )}
          <p className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-2">
            <ButtonLink to={href("/")} reloadDocument size="large" className="max-sm:w-full">
              Continue Shopping
            </ButtonLink>
            <Link to={order} className="link inline-flex min-h-11 items-center">
              <span>
                See your order{" "}
                <span translate="no" className="figures whitespace-nowrap">
                  {orderNumber}
                </span>
              </span>
            </Link>
            {isConfirmed && (
              <Link
                to={href("/orders/:orderNumber/documents/:document", { orderNumber, document: documentName(null) })}
                className="link inline-flex min-h-11 items-center"
              >
                Open your bill
              </Link>
            )}
          </p>
        </div>
      </div>
    </Endpaper>
  );
}

function describeNext(isCollection: boolean, isOne: boolean): string {
  if (isCollection) return "We will write to you when you can collect your order.";
  return isOne
    ? "We’re packing it now and will write when it leaves."
    : "We’re packing them now and will write when they leave.";
}

/** Such as `Sea of Poppies is yours.` */
function nameBought([first, ...others]: Receipt["books"]): ReactNode {
  if (!first) return null;
  const title = <span lang={detectLanguage(first.title)}>{first.title}</span>;
  if (others.length === 0) return <>{title} is yours.</>;
  return (
    <>
      {title} and <Figure>{others.length}</Figure> more are yours.
    </>
  );
}
