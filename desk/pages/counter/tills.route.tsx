/** The desk's page Counter: the tills of the shop. */
import { Link, redirect } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { may } from "#shop/people/staff/roles.ts";
import { listTypedBooks, type ListedTypedBook } from "#shop/sales/counter/add-typed-books.server.ts";
import { findSale } from "#shop/sales/counter/return-at-counter.server.ts";
import { listTills } from "#shop/sales/counter/tills.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";
import { TextField } from "#ui/field.tsx";
import { tillActions } from "./actions.server.ts";

import type { Route } from "./+types/tills.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "counter" });
  const { db } = args.context.get(servicesContext);
  const bill = (args.url.searchParams.get("bill") ?? "").replaceAll("\0", "").slice(0, 20).trim().toUpperCase();
  const found = bill === "" ? null : await findSale(db, bill);
  if (found?.tillBill) throw redirect(deskHref("/counter/bills/:bill", { bill: numberInAddress(found.tillBill) }));
  if (found) throw redirect(deskHref("/counter/orders/:number", { number: found.orderNumber }));
  const [tills, typed] = await Promise.all([listTills(db), listTypedBooks(db)]);
  return { tills, typed, bill, mayChange: may(staff.role, "settings") };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, tillActions, (_, answer) => redirectWithFlash(args.request, deskHref("/counter"), answer));
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Counter" }];

export default function Tills({ loaderData, actionData: trouble }: Route.ComponentProps) {
  const { tills, typed, bill, mayChange } = loaderData;
  const ofTill = trouble?.action === "counter.add-till" ? trouble : null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Counter</h1>
        <p className="mt-1 text-quiet">
          Sell in the shop, from the same stock as online. Each till has bills of its own.
        </p>
        <ActionBanner trouble={trouble ?? null} />
      </div>
      {tills.length === 0 && !mayChange && <p>There is no till yet. An owner can add the first one here.</p>}
      {tills.length > 0 && (
        <ul className="border-t border-line">
          {tills.map(({ code, name, isOpen }) => (
            <li key={code} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3">
              <span className="min-w-0 break-words">
                <span className="font-semibold">{name}</span>
                <span className="block text-small text-quiet">{`Bills ${code}/…${isOpen ? "" : ", closed"}`}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                {isOpen && (
                  <ButtonLink to={deskHref("/counter/:till", { till: code })} aria-label={`Sell at ${name}`}>
                    Sell here
                  </ButtonLink>
                )}
                <ButtonLink to={deskHref("/counter/:till/cash", { till: code })} variant="outline">
                  Cash in, out<span className="sr-only">{` of ${name}`}</span>
                </ButtonLink>
                <ButtonLink to={deskHref("/counter/:till/day", { till: code })} variant="outline">
                  Day’s end<span className="sr-only">{` of ${name}`}</span>
                </ButtonLink>
                {mayChange && (
                  <Form method="post">
                    <input type="hidden" name="till" value={code} />
                    <input type="hidden" name="open" value={isOpen ? "no" : "yes"} />
                    <Button name="intent" value="counter.open-till" variant="quiet">
                      {isOpen ? "Close" : "Open"}
                      <span className="sr-only">{` ${name}`}</span>
                    </Button>
                  </Form>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {tills.length > 0 && (
        <section aria-labelledby="bill">
          <h2 id="bill" className="text-title">
            Print a bill again, or take books back
          </h2>
          <form className="field-row mt-3 max-w-measure sm:grid-cols-[1fr_auto]">
            <TextField
              label="Number of the bill or of the order"
              hint="Such as T1/26-27/000123; of an order from online, too"
              name="bill"
              autoComplete="off"
              maxLength={20}
              defaultValue={bill}
              error={bill === "" ? null : "No bill or order has this number."}
            />
            <p>
              <Button>Open</Button>
            </p>
          </form>
        </section>
      )}
      {typed.length > 0 && <TypedBooks books={typed} />}
      {mayChange && (
        <section aria-labelledby="add">
          <h2 id="add" className="text-title">
            Add a till
          </h2>
          <Form method="post" className="field-row mt-3 sm:grid-cols-[1fr_2fr_auto]" key={tills.length}>
            <TextField
              label="Code"
              hint="Begins its bills: T1/26-27/000001"
              name="code"
              autoComplete="off"
              maxLength={3}
              defaultValue={ofTill?.values.code ?? nextCode(tills)}
              error={ofTill?.errors.code}
            />
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              defaultValue={ofTill?.values.name ?? (tills.length === 0 ? "Till at the door" : "")}
              error={ofTill?.errors.name}
            />
            <p>
              <Button name="intent" value="counter.add-till">
                Add
              </Button>
            </p>
          </Form>
        </section>
      )}
    </div>
  );
}

/** Books that were sold by hand, until they are completed. */
function TypedBooks({ books }: { books: ListedTypedBook[] }) {
  return (
    <section aria-labelledby="typed">
      <h2 id="typed" className="text-title">
        Sold by hand, to be completed
      </h2>
      <p className="mt-1 text-quiet">
        Readers do not see these books. Complete one and show it, and it leaves this list.
      </p>
      <ul className="mt-3 border-t border-line">
        {books.map(({ bookId, title, isbn, mrpPaise, soldAt }) => (
          <li key={bookId} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
            <span className="min-w-0 flex-1 basis-60 break-words">
              <Link className="row-link" to={deskHref("/books/:book", { book: bookId })} lang={detectLanguage(title)}>
                {title}
              </Link>
              <span className="block text-small text-quiet">{`Sold ${shortMoment(soldAt)}`}</span>
            </span>
            {isbn && <Figure>{isbn}</Figure>}
            <span>
              {"MRP "}
              <Money paise={mrpPaise} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first free code of T1, T2 and so on. */
function nextCode(tills: { code: string }[]): string {
  const taken = new Set(tills.map(({ code }) => code));
  for (let number = 1; ; number += 1) if (!taken.has(`T${number}`)) return `T${number}`;
}
