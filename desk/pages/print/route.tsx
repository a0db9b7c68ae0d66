/** The desk's page Print: the chosen orders, the orders that cannot be printed, and the fields for gift messages. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { OneLabel } from "#desk/components/papers/one-label.tsx";
import { PrintButtons } from "#desk/components/papers/print-buttons.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { wantsOneLabelPerAddress, readChosenOrders } from "#desk/http/chosen-orders.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { maxPrinted, readParcelPapers } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { TextArea } from "#ui/field.tsx";
import { maxMessage, ownMessageField, readGiftMessages, type GiftMessages } from "./gift-message.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "parcels" });
  const numbers = readChosenOrders(args.request.url);
  const parcels = await readParcelPapers(args.context.get(servicesContext).db, numbers);
  const printed = new Set(parcels.map(({ number }) => number));
  return {
    parcels: parcels.map(({ number, part, name, city, door, books }) => ({
      number,
      part,
      /** The number of an earlier order in this list for the same name and address. */
      door: door !== null && door !== number ? door : null,
      name,
      city,
      copies: books.reduce((sum, { copies }) => sum + copies, 0),
    })),
    left: numbers.slice(0, maxPrinted).filter((number) => !printed.has(number)),
    beyond: Math.max(0, numbers.length - maxPrinted),
    most: maxPrinted,
    gift: readGiftMessages(args.request.url),
    isOneLabel: wantsOneLabelPerAddress(args.request.url),
  };
}

export const meta = () => [{ title: "Print" }];

export default function Print({ loaderData }: Route.ComponentProps) {
  const { parcels, left, beyond, most, gift, isOneLabel } = loaderData;
  const numbers = [...new Set(parcels.map(({ number }) => number))];
  const orders = numbers.length;
  const of = orders === 1 ? "one" : "several";
  return (
    <div className="desk-page grid gap-6">
      <div>
        <BackLink to={deskHref("/parcels")}>Parcels</BackLink>
        <h1 className="text-h3">{orders > 0 ? `Print for ${formatCount(orders, "order")}` : "Print"}</h1>
      </div>
      {left.length > 0 && (
        <Banner variant="note">
          Nothing can be printed for {left.join(", ")}: only orders that wait to be packed or are on their way have
          papers.
        </Banner>
      )}
      {beyond > 0 && (
        <Banner variant="note">
          Papers can be printed for at most {most} orders at once. Print the other {beyond} afterwards.
        </Banner>
      )}
      {parcels.length === 0 ? (
        <p className="max-w-measure">
          Tick orders on{" "}
          <Link className="link" to={deskHref("/parcels")}>
            Parcels
          </Link>{" "}
          first.
        </p>
      ) : (
        <form className="grid gap-4" action={deskHref("/parcels/print/:paper", { paper: "slips" })}>
          {numbers.map((number) => (
            <input key={number} type="hidden" name="order" value={number} />
          ))}
          <p className="flex flex-wrap gap-3">
            <PrintButtons kinds={["pick-list", "slips", "labels", "label-sheets", "plates"]} of={of} />
          </p>
          {parcels.some(({ door }) => door !== null) && <OneLabel isChosen={isOneLabel} />}
          <div className="grid max-w-measure gap-3">
            <TextArea
              label={orders === 1 ? "Message on the gift slip" : "Message on every gift slip"}
              isOptional
              hint="Copy it from the reader’s message. A gift slip shows no prices and no address."
              name="message"
              maxLength={maxMessage}
              defaultValue={gift.message}
              error={gift.errors.message}
              rows={3}
            />
            {orders > 1 && <OwnMessages numbers={numbers} gift={gift} />}
            <p>
              <PrintButtons kinds={["gift-slips"]} of={of} />
            </p>
          </div>
          <h2 className="text-title">{orders === 1 ? "The order" : "The orders"}</h2>
          <ul className="border-t border-line">
            {parcels.map(({ number, part, name, city, copies, door }) => (
              <li key={`${number} ${part}`} className="flex flex-wrap gap-x-4 border-b border-line py-2">
                <strong>{number}</strong>
                {part !== null && <span>parcel {part}</span>}
                <span className="min-w-0 flex-1 basis-40 break-words" lang={detectLanguage(name)}>
                  <bdi>{name}</bdi>, <bdi>{city}</bdi>
                </span>
                <span>{formatCount(copies, "copy", "copies")}</span>
                {door !== null && <span className="basis-full text-quiet">Same name and address as {door}</span>}
              </li>
            ))}
          </ul>
        </form>
      )}
    </div>
  );
}

/** Messages for single orders, which replace the common one. */
function OwnMessages({ numbers, gift }: { numbers: string[]; gift: GiftMessages }) {
  const isOpen = numbers.some((number) => number in gift.own);
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Other messages for single orders
      </summary>
      <div className="mt-2 grid gap-3">
        {numbers.map((number) => (
          <TextArea
            key={number}
            label={`Message for ${number}`}
            isOptional
            name={ownMessageField(number)}
            maxLength={maxMessage}
            defaultValue={gift.own[number] ?? ""}
            error={gift.errors[ownMessageField(number)]}
            rows={2}
          />
        ))}
      </div>
    </details>
  );
}
