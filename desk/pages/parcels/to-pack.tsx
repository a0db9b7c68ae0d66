import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import type { ParcelToPack } from "#shop/back-office/parcels.server.ts";
import { longMoment } from "#shop/dates/dates.ts";
import { sayLeft } from "#shop/orders/order-parcels.ts";
import { stateName } from "#shop/places/indian-states.ts";
import { spacePhone } from "#shop/places/phone.ts";
import { counted } from "#shop/text/counted.ts";
import { CarrierForm } from "./carrier-form.tsx";
import { OrderNumber } from "./order-number.tsx";

interface ToPackProps {
  parcel: ParcelToPack;
  maySeeOrder: boolean;
  isChosen: boolean;
  once: string;
  trouble: ActionTrouble | null;
}

/** One order to pack: its books, where it goes, and the form that hands it to the carrier. */
export function ToPack({ parcel, maySeeOrder, isChosen, once, trouble }: ToPackProps) {
  const { number, paidAt, name, phone, addressLines, stateCode, books, sent } = parcel;
  const state = stateName(stateCode);
  return (
    <li className="desk-card grid gap-4 p-4 md:grid-cols-[2fr_1fr]">
      <div>
        <h3 className="flex flex-wrap items-baseline gap-x-3">
          <label className="-mx-3 -my-2.5 flex min-h-11 min-w-11 items-center justify-center self-center">
            <input
              type="checkbox"
              form="chosen-orders"
              name="order"
              value={number}
              defaultChecked={isChosen}
              className="size-5 accent-action"
            />
            <span className="sr-only">Choose {number}</span>
          </label>
          <OrderNumber number={number} maySee={maySeeOrder} />
          <span className="text-small font-normal text-quiet">
            paid <time dateTime={paidAt}>{longMoment(paidAt)}</time>
          </span>
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/:number", { number })}>
            Pack it by scanning<span className="sr-only">: {number}</span>
          </Link>
        </h3>
        {sent > 0 && (
          <p className="mt-2 font-semibold">
            The rest of it: {counted(sent, "parcel")} {sent === 1 ? "was" : "were"} sent before.
          </p>
        )}
        <ul className="mt-2 grid gap-1">
          {books.map(({ title, author, format, isbn13, copies }) => (
            <li key={`${title} ${isbn13} ${format}`}>
              <strong>{copies} ×</strong> <cite lang={languageOf(title)}>{title}</cite>{" "}
              <span className="text-small text-quiet">
                by {author}, {format}
                {isbn13 && `, ${isbn13}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <address className="not-italic">
        <p className="font-semibold">{name}</p>
        {addressLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{state}</p>
        <p>{spacePhone(phone)}</p>
      </address>
      <details className="md:col-span-2" open={trouble !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          Hand it to the carrier<span className="sr-only">: {number}</span>
        </summary>
        <CarrierForm
          number={number}
          once={once}
          left={sayLeft(books.map(({ bookId, copies }) => ({ bookId, left: copies })))}
          books={books}
          trouble={trouble}
        />
      </details>
    </li>
  );
}
