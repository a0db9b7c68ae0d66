/** The desk's page of a reader: orders and addresses. Opening it is written to the audit log. */
import { data, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findReaderRecord, maxOrders } from "#shop/office/back-office/readers.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { describeOrderState } from "#shop/sales/orders/order-state.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { readerActions } from "./actions.server.ts";
import { readReaderId } from "./read-reader.ts";
import { StoredData } from "./stored-data.tsx";

import type { Route } from "./+types/reader.route";

export async function loader(args: Route.LoaderArgs) {
  const id = readReaderId(args.params.reader);
  const words = `Opened the page of reader ${id}.`;
  const entry = { action: "people.open-reader", words, subject: `reader ${id}`, reader: id };
  await requireStaff(args, { needs: "people", entry });
  const reader = await findReaderRecord(args.context.get(servicesContext).db, id);
  if (!reader) throw data(`There is no reader ${id}. The account may have been deleted.`, { status: 404 });
  return {
    ...reader,
    isCut: reader.orders.length === maxOrders,
    since: shortDay(reader.since),
    signedInAt: shortDay(reader.signedInAt),
    orders: reader.orders.map((order) => ({ ...order, placedAt: shortDay(order.placedAt) })),
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, readerActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/readers"), answer),
  );
}

export const meta = ({ params }: { params: { reader?: string } }) => [{ title: `Reader ${params.reader ?? ""}` }];

export default function Reader({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, email, phone, since, signedInAt, addresses, orders, isCut, tickets } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/readers")}>Readers</BackLink>
        <h1 className="text-h3" lang={detectLanguage(name)}>
          {name}
        </h1>
        <p className="mt-1 break-words text-quiet">
          Reader {id}, since {since}, last signed in on {signedInAt}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-5 break-words">
          {email && (
            <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`mailto:${email}`}>
              {email}
            </a>
          )}
          {phone && (
            <a className="link inline-flex min-h-6 items-center max-sm:min-h-11" href={`tel:${phone}`}>
              {spacePhone(phone)}
            </a>
          )}
          {!email && !phone && "Neither an e-mail address nor a phone number is known."}
        </p>
        {tickets.map((ticket) => (
          <p key={ticket} className="mt-2">
            <Link className="link" to={deskHref("/messages/:ticket", { ticket })}>
              An open message from this address: {ticket}
            </Link>
          </p>
        ))}
        <ActionBanner trouble={trouble} />
      </div>
      <section aria-labelledby="orders">
        <h2 id="orders" className="text-title">
          Orders
        </h2>
        {orders.length === 0 ? (
          <p className="mt-2">
            No order was placed with this account. Use the search box at the top to find orders of guests.
          </p>
        ) : (
          <ul className="mt-2 border-t border-line">
            {orders.map(({ number, state, isSentInPart, isCollection, placedAt, totalPaise }) => (
              <li key={number} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
                <Link className="row-link flex-1 sm:flex-none" to={deskHref("/orders/:number", { number })}>
                  {number}
                </Link>
                <span className="order-last w-full sm:order-none sm:w-auto sm:flex-1">
                  {describeOrderState({ state, isSentInPart, isCollection })}
                </span>
                <span className="text-small text-quiet sm:basis-40">{placedAt}</span>
                <span className="tabular-nums sm:basis-24 sm:text-right">
                  <Money paise={totalPaise} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {isCut && (
          <p className="mt-2 text-small text-quiet">
            Only the newest {orders.length} are shown. Use the search box at the top to find older ones.
          </p>
        )}
      </section>
      <section aria-labelledby="addresses">
        <h2 id="addresses" className="text-title">
          Addresses
        </h2>
        {addresses.length === 0 ? (
          <p className="mt-2">No address is saved.</p>
        ) : (
          <ul className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {addresses.map(({ name, phone, lines, isDefault }) => (
              <li key={name + phone + lines.join()} className="desk-card p-3">
                <address className="break-words not-italic">
                  <p className="font-semibold">
                    {name} {isDefault && <span className="text-small font-normal text-quiet">(default)</span>}
                  </p>
                  {lines.map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                  <p>{spacePhone(phone)}</p>
                </address>
              </li>
            ))}
          </ul>
        )}
      </section>
      <StoredData id={id} trouble={trouble?.action === "people.erase-reader" ? trouble : null} />
    </div>
  );
}
