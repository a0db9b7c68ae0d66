/** One order to pack: its promised day, books and address, and the form that hands its parcel to the carrier. */

import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { CarrierCollects } from "#desk/components/carrier-collects.tsx";
import { SameAddress } from "#desk/components/same-address.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { ParcelToPack } from "#shop/office/back-office/parcels/parcels.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { CarrierForm } from "./carrier-form.tsx";
import { ReadyForm } from "./ready-form.tsx";
import { OrderNumber } from "./order-number.tsx";

interface ToPackProps {
  /** The order to pack; `age` is the time since the payment or confirmation, as text. */
  parcel: ParcelToPack & { age: string };
  /** The current day in India, such as `2026-11-30`. */
  today: string;
  maySeeOrder: boolean;
  isChosen: boolean;
  /** The URL of this page with the order's carrier form. */
  handTo: string;
  /**
   * Whether the carrier form is rendered. Only one order of the page has it, because forms for all orders would make
   * the page too long.
   */
  isHanded: boolean;
  /** The last ISO day on which an order is kept that is ready now. */
  keepUntil: string;
  trouble: ActionError | null;
}

export function ToPack({ parcel, today, maySeeOrder, isChosen, handTo, isHanded, keepUntil, trouble }: ToPackProps) {
  const { number, confirmedAt, age, name, phone, addressLines, stateCode } = parcel;
  const { books, sameAddress, sent, isInDanger, isCollection, collectPaise } = parcel;
  const left = formatCopiesLeft(books.map(({ bookId, copies }) => ({ bookId, left: copies })));
  const state = stateName(stateCode);
  const promise = describePromisedDay(parcel, today);
  return (
    <li
      id={number}
      className={`desk-card grid gap-4 p-4 md:grid-cols-[2fr_1fr] ${isInDanger ? "border-l-4 border-l-vermilion pl-[0.8125rem]" : ""}`}
    >
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-baseline gap-x-3">
          <label className="-mx-3 -my-2.5 flex min-h-11 min-w-11 items-center justify-center self-center">
            <input
              type="checkbox"
              form="chosen-orders"
              name="order"
              value={number}
              defaultChecked={isChosen}
              className="size-5 accent-action"
            />
            <span className="sr-only">Tick {number}</span>
          </label>
          <OrderNumber number={number} maySee={maySeeOrder} />
          <span className="text-small font-normal text-quiet">
            <span>{collectPaise > 0 ? "confirmed" : "paid"}</span> <span>{age}</span> ago,{" "}
            <time dateTime={confirmedAt}>{shortDay(confirmedAt)}</time>
          </span>
        </h2>
        {promise && <p className={isInDanger ? "font-semibold text-vermilion" : "text-quiet"}>{promise}</p>}
        {sent > 0 && (
          <p className="mt-2 font-semibold">
            {`This is the rest: ${formatCount(sent, "parcel")} ${sent === 1 ? "was" : "were"} already sent.`}
          </p>
        )}
        <SameAddress number={number} others={sameAddress} />
        <ul className="mt-2 grid gap-1">
          {books.map(({ title, author, format, isbn13, copies }) => (
            <li key={`${title} ${isbn13} ${format}`}>
              <strong translate="no">{`${copies} ×`}</strong> <cite lang={detectLanguage(title)}>{title}</cite>{" "}
              <span className="text-small text-quiet">
                {[`by ${author}`, format].filter(Boolean).join(", ")}
                {isbn13 && (
                  <span>
                    , <Figure>{isbn13}</Figure>
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
        <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-2">
          <ButtonLink variant="outline" to={deskHref("/parcels/:number", { number })}>
            <span>
              Pack it by scanning<span className="sr-only">: {number}</span>
            </span>
          </ButtonLink>
          {!isHanded && (
            <Link className="link inline-flex min-h-11 items-center font-semibold" to={handTo}>
              <span>
                <span>{isCollection ? "It is here" : "Hand it to the carrier"}</span>
                <span className="sr-only">: {number}</span>
              </span>
            </Link>
          )}
        </div>
        {isHanded && isCollection && <ReadyForm number={number} left={left} keepUntil={keepUntil} trouble={trouble} />}
        {isHanded && !isCollection && (
          <CarrierForm
            number={number}
            left={left}
            collectPaise={collectPaise}
            books={collectPaise > 0 ? [] : books}
            sameAddress={sameAddress}
            isFirst={trouble === null}
            trouble={trouble}
          />
        )}
      </div>
      <address className="not-italic">
        <p className="font-semibold">{name}</p>
        {addressLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {addressLines.length > 0 && !addressLines.at(-1)?.startsWith(`${state} `) && <p>{state}</p>}
        {isCollection ? (
          <p className="my-2 bg-marigold-wash px-3 py-2 font-semibold text-on-wash">Collects it at the shop</p>
        ) : (
          <CarrierCollects paise={collectPaise} />
        )}
        <p>
          <a className="link inline-flex min-h-11 items-center lg:min-h-6" href={`tel:${phone}`}>
            {spacePhone(phone)}
          </a>
        </p>
      </address>
    </li>
  );
}

/** Describes the promised day of a parcel, with a warning if the parcel may be late; empty without a promise. */
function describePromisedDay({ promisedBy, isInDanger }: ParcelToPack, today: string): string {
  if (promisedBy === null) return "";
  const promised = `promised by ${nameDay(promisedBy)}`;
  if (promisedBy < today) return `Late: ${promised}`;
  return isInDanger ? `May be late: ${promised}` : `Promised by ${nameDay(promisedBy)}`;
}
