/** The desk's page that books a parcel: weight and measures, what the carriers quote for it, and one press. */
import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { askForQuotes } from "#shop/sales/carriers/ask-for-quotes.server.ts";
import { findParcelToQuote } from "#shop/sales/carriers/find-parcel-to-quote.server.ts";
import { findOpenBooking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { guessParcelSize } from "#shop/sales/carriers/parcel-size.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { bookParcel } from "./actions.server.ts";
import { describeBooking } from "./describe-booking.ts";
import { QuoteForm } from "./quote-form.tsx";
import { readSizeQuery } from "./read-size.ts";
import { runBooking } from "./run-booking.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "parcels" });
  const { db, carriers, settings } = args.context.get(servicesContext);
  const number = (args.params.number ?? "").toUpperCase();
  const parcel = await findParcelToQuote(db, number);
  if (!parcel) throw data(`No order ${number.slice(0, 20)} waits to be packed.`, { status: 404 });
  const last = await findOpenBooking(db, number);
  const read = readSizeQuery(
    new URL(args.request.url).searchParams,
    guessParcelSize(parcel.books, settings.usualGrams),
  );
  const answers = read.size ? await askForQuotes(carriers, { ...parcel, ...read.size }) : [];
  return {
    number,
    parcel,
    bookGrams: settings.usualGrams.book,
    values: read.values,
    errors: read.errors,
    answers,
    hasCarriers: carriers.length > 0,
    refusal: last?.state === "refused" ? describeBooking(last) : null,
  };
}

export function action(args: Route.ActionArgs) {
  const number = args.params.number ?? "";
  return answerAction(args, [bookParcel], async ({ name }, { booking: id, measures }) => {
    const { booking, words } = await runBooking(args.context.get(servicesContext), name, id);
    return booking.state === "refused"
      ? redirect(deskHref("/parcels/:number/book", { number, ...measures }), 303)
      : redirectWithFlash(args.request, deskHref("/parcels/:number", { number }), words);
  });
}

export const meta = ({ params }: { params: { number?: string } }) => [{ title: `Book ${params.number ?? ""}` }];

export default function BookParcel({ loaderData, actionData }: Route.ComponentProps) {
  const { number, parcel, bookGrams, values, errors, answers, hasCarriers, refusal } = loaderData;
  const trouble = actionData ?? null;
  const copies = parcel.books.reduce((sum, book) => sum + book.copies, 0);
  const unknown = parcel.books.filter(({ grams }) => grams === null).length;
  return (
    <div className="desk-page grid gap-6">
      <div>
        <BackLink to={deskHref("/parcels/:number", { number })}>{`Pack ${number}`}</BackLink>
        <h1 className="text-h3">
          Book <Figure>{number}</Figure>
        </h1>
        <p className="mt-1">
          {`${formatCount(copies, "copy", "copies")} to ${parcel.city} `}
          <Figure>{parcel.pin}</Figure>
          {parcel.collectPaise > 0 && <strong>{`, ${formatPaise(parcel.collectPaise)} to collect`}</strong>}
        </p>
        <ActionBanner trouble={trouble} />
        {refusal && (
          <Banner variant="error" className="mt-4 max-w-measure">
            {refusal}
          </Banner>
        )}
      </div>
      {!hasCarriers && <p>The shop has no account with a carrier. An owner enters one under Go live.</p>}
      {hasCarriers && (
        <section aria-labelledby="size">
          <h2 id="size" className="text-title">
            Weight and size
          </h2>
          <p className="mt-1 max-w-measure text-quiet">
            {unknown > 0
              ? `A guess from the books: ${unknown === copies ? "none has" : `${formatCount(unknown, "title has", "titles have")} no`} ${unknown === copies ? "a weight" : "weight"}, and counts as ${bookGrams} g. `
              : "From the weights of the books. "}
            Carriers weigh again, and charge what they find.
          </p>
          <Form method="get" className="field-row mt-3 max-w-measure grid-cols-2 sm:grid-cols-4">
            <TextField
              label="Grams"
              name="grams"
              inputMode="numeric"
              defaultValue={values.grams}
              error={errors.grams}
            />
            <TextField
              label="Length, cm"
              name="length"
              inputMode="numeric"
              defaultValue={values.length}
              error={errors.length}
            />
            <TextField
              label="Width, cm"
              name="width"
              inputMode="numeric"
              defaultValue={values.width}
              error={errors.width}
            />
            <TextField
              label="Height, cm"
              name="height"
              inputMode="numeric"
              defaultValue={values.height}
              error={errors.height}
            />
            <p className="col-span-2 sm:col-span-4">
              <Button variant="outline">Show prices again</Button>
            </p>
          </Form>
        </section>
      )}
      {answers.length > 0 && (
        <QuoteForm number={number} left={parcel.left} values={values} answers={answers} trouble={trouble} />
      )}
    </div>
  );
}
