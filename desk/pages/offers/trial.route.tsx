/** The desk's test of offers: prices an imaginary cart by the shop's rules, and stores nothing. */
import { Money } from "#app/components/books/money.tsx";
import { servicesContext } from "#app/http/context.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { resolveTypedBooks } from "#desk/http/books/resolve-books.server.ts";
import { previewCart } from "#shop/sales/cart/preview-cart.server.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { readMomentField } from "#shop/kernel/dates/moment-field.ts";
import { stageOf } from "#shop/sales/pricing/promotion-fields.ts";
import { findPromotion } from "#shop/sales/pricing/save-promotion.server.ts";
import { foldCode } from "#shop/sales/pricing/promotions.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Figure } from "#ui/figure.tsx";
import { describeCode, describePeriod } from "./describe-offer.ts";
import { readTrialQuery } from "./read-trial-query.ts";
import { TrialResult } from "./trial-result.tsx";

import type { Route } from "./+types/trial.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "offers" });
  const { db, now, settings } = args.context.get(servicesContext);
  const query = readTrialQuery(args.request.url);
  const fields = query.rows.map(({ book }, place) => [`book-${place}`, book] as const);
  const settled = await resolveTypedBooks(
    db,
    Object.fromEntries(fields),
    fields.map(([field]) => field),
  );
  const { titles, mayBe } = settled;
  const isByZone = settings.deliveryRates !== null;
  const given = { isByZone, query, values: settled.names, books: { titles, mayBe } };
  const asked = query.rows.flatMap(({ copies }, place) => {
    const field = `book-${place}`;
    const text = settled.names[field];
    return text === undefined ? [] : [{ field, text, copies: Number(copies) }];
  });
  const errors = { ...query.errors, ...settled.errors };
  if (asked.length === 0 || settled.isOpen || Object.keys(query.errors).length > 0)
    return { ...given, errors, when: null, tried: null, told: null, promotion: null };
  const named = await findNamedBooks(
    db,
    asked.map(({ text }) => text),
  );
  const books = asked.flatMap(({ copies }, place) => {
    const book = named[place];
    return book ? [{ bookId: book.id, title: book.title, pricePaise: book.pricePaise, grams: book.grams, copies }] : [];
  });
  const code = query.code === "" ? null : query.code;
  const at = new Date(readMomentField(query.at) ?? now());
  const to = { email: query.email || null, shipping: settings, pin: query.pin || null };
  const tried = await previewCart(db, { ...to, books, code, now: at });
  const promotion = tried.trouble && code !== null ? await findPromotion(db, foldCode(code) ?? "") : null;
  return {
    ...given,
    errors,
    when: query.at === "" ? null : shortMoment(at.toISOString()),
    tried,
    told: tried.trouble?.words ?? null,
    promotion:
      promotion && `${describeCode(promotion)}. ${describePeriod({ ...promotion, stage: stageOf(promotion, at) })}.`,
  };
}

export const meta = () => [{ title: "Test a cart" }];

export default function Trial({ loaderData }: Route.ComponentProps) {
  const { isByZone, query, values, books, errors, when, tried, told, promotion } = loaderData;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/offers")}>Offers</BackLink>
        <h1 className="text-h3">Test a cart</h1>
        <p className="mt-2 max-w-measure text-quiet">
          Prices and discounts are calculated as in a reader’s cart. Nothing is stored, and no use of a code is counted.
        </p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Form method="get" className="grid gap-4">
          <div className="field-row sm:grid-cols-2">
            <TextField label="Code" isOptional name="code" autoComplete="off" defaultValue={query.code} />
            <TextField
              label="Reader’s e-mail"
              isOptional
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={query.email}
            />
          </div>
          <TextField
            label="At this time"
            isOptional
            hint="Indian time. Left empty: now. Prices, best sellers and uses are always the current ones."
            name="at"
            type="datetime-local"
            autoComplete="off"
            defaultValue={query.at}
            error={errors.at}
          />
          {isByZone && (
            <TextField
              label="PIN code"
              isOptional
              hint="Delivery depends on it."
              name="pin"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={query.pin}
              error={errors.pin}
            />
          )}
          <fieldset>
            <legend className="font-semibold">Books</legend>
            <p className="text-small text-quiet">
              For each book, its title, its ISBN, or the last part of its web address in the shop.
            </p>
            <div className="mt-2 grid gap-3">
              {query.rows.map(({ copies }, place) => (
                <div key={place} className="field-row grid-cols-[minmax(0,1fr)_5.5rem]">
                  <BookField
                    label={`Book ${place + 1}`}
                    name={`book-${place}`}
                    values={values}
                    books={books}
                    error={errors[`book-${place}`]}
                  />
                  <TextField
                    label={<>Copies{<span className="sr-only"> of book {place + 1}</span>}</>}
                    name={`copies-${place}`}
                    inputMode="numeric"
                    autoComplete="off"
                    defaultValue={copies}
                    error={errors[`copies-${place}`]}
                  />
                  <WhichBook name={`book-${place}`} values={values} books={books} />
                </div>
              ))}
            </div>
          </fieldset>
          <p>
            <Button>Calculate</Button>
          </p>
        </Form>
        <section aria-labelledby="priced" className="grid gap-4">
          <h2 id="priced" className="text-title">
            {when ? `Price on ${when}` : "Price"}
          </h2>
          {told && (
            <Banner variant="note">
              <p>
                The code <Figure>{query.code}</Figure> gives no discount. <span>{`A reader sees: “${told}”`}</span>
              </p>
              {promotion && <p className="mt-1">The code: {promotion}</p>}
            </Banner>
          )}
          {tried === null ? (
            <p>
              {Object.keys(errors).length > 0
                ? "Nothing was calculated. Please correct the marked fields."
                : "Enter a book and press “Calculate”."}
            </p>
          ) : (
            tried.lines.length > 0 && <TrialResult tried={tried} />
          )}
          {tried && query.code !== "" && !told && tried.lines.length > 0 && (
            <p>
              The code <Figure>{query.code}</Figure> takes{" "}
              <Money paise={tried.discounts.find(({ kind }) => kind === "promotion")?.amountPaise ?? 0} /> off.
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
