/** The desk's list of orders that are ready at the shop, found by number, name or phone when their reader comes. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { OrderNumber } from "#desk/pages/parcels/order-number.tsx";
import { listToCollect, maxToCollect } from "#shop/office/back-office/parcels/list-to-collect.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { may } from "#shop/people/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

import type { Route } from "./+types/route";

const maxText = 60;

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "parcels" });
  const { db, now } = args.context.get(servicesContext);
  const text = (new URL(args.request.url).searchParams.get("text") ?? "").slice(0, maxText);
  const orders = await listToCollect(db, text);
  return { text, orders, most: maxToCollect, today: isoDay(now()), maySeeOrders: may(staff.role, "orders") };
}

export const meta = () => [{ title: "At the shop" }];

export default function Collect({ loaderData }: Route.ComponentProps) {
  const { text, orders, most, today, maySeeOrders } = loaderData;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/parcels")}>Parcels</BackLink>
      <h1 className="text-h3">At the shop</h1>
      <p className="mt-1 text-quiet">
        <span>Orders that are ready to be collected, with those that are kept the shortest first.</span>{" "}
        {maySeeOrders && (
          <Link className="link" to={deskHref("/orders", { way: "collection" })}>
            See all collections
          </Link>
        )}
      </p>
      <form className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60 sm:max-w-96">
          <TextField
            label="Number, name or phone"
            name="text"
            type="search"
            autoComplete="off"
            maxLength={maxText}
            defaultValue={text}
          />
        </div>
        <Button variant="outline">Find</Button>
        {text !== "" && (
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/parcels/collect")}>
            Show all
          </Link>
        )}
      </form>
      {orders.length === 0 ? (
        <p className="mt-4">{text === "" ? "No order waits to be collected." : "No order that waits here fits."}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {orders.map(({ number, name, phone, title, copies, collectPaise, keptUntil }) => (
            <li
              key={number}
              className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-3 sm:flex-nowrap"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="text-title font-semibold break-words" lang={detectLanguage(name)}>
                    {name}
                  </span>
                  <OrderNumber number={number} maySee={maySeeOrders} />
                </p>
                <p className="text-small break-words text-quiet">
                  <cite lang={detectLanguage(title)}>{title}</cite>
                  <span>{`, ${formatCount(copies, "copy", "copies")}, ${spacePhone(phone)}`}</span>
                </p>
              </div>
              <p className={keptUntil < today ? "font-semibold text-vermilion" : "text-quiet"}>
                {`${keptUntil < today ? "Was kept" : "Kept"} until ${nameDay(keptUntil)}`}
              </p>
              <p className="w-28 font-semibold sm:text-right">
                {collectPaise > 0 ? <Money paise={collectPaise} /> : "Paid"}
              </p>
              {maySeeOrders && (
                <Link
                  className="link inline-flex min-h-11 items-center font-semibold whitespace-nowrap"
                  to={`${deskHref("/orders/:number", { number })}#hand-over`}
                >
                  <span>
                    Hand it over<span className="sr-only">: {number}</span>
                  </span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {orders.length === most && (
        <p className="mt-3 text-quiet">Only the first {most} are shown. Search for the others.</p>
      )}
    </div>
  );
}
