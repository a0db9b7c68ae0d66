/** The desk's page of one bundle with its results, or the form of a new one. */
import { data } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { BookRows } from "#desk/components/book-rows.tsx";
import { knownBooks } from "#desk/http/books/book-choice.ts";
import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { bundleSize } from "#shop/catalogue/books/save-bundle.server.ts";
import { readOfferResults } from "#shop/sales/pricing/offer-results.server.ts";
import { stageOf } from "#shop/sales/pricing/promotion-fields.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { bundleActions, readBundle } from "./bundle-actions.server.ts";
import { bookFields, bundleLabels } from "./bundle-form.server.ts";
import { describePeriod } from "./describe-offer.ts";
import { OfferFrame } from "./offer-frame.tsx";
import { Results } from "./results.tsx";

import type { Route } from "./+types/bundle.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "offers" });
  const { db, now } = args.context.get(servicesContext);
  const id = new URL(args.request.url).searchParams.get("bundle")?.slice(0, 120) ?? null;
  const shared = { labels: bundleLabels, maxBooks: bundleSize.max };
  if (id === null) {
    const start: Record<string, string> = { percentOff: "30", place: "0" };
    return { ...shared, values: start, titles: {}, known: null };
  }
  const [found, results] = await Promise.all([
    readBundle(db, id),
    readOfferResults(db, { kind: "bundle", source: id }),
  ]);
  if (!found) throw data("There is no such bundle.", { status: 404 });
  const { bundle, books, values } = found;
  const stage = stageOf(bundle, now());
  const titles: Record<string, string> = Object.fromEntries(
    books.flatMap((book) => (book ? [[nameOfBook(book), book.title]] : [])),
  );
  const hidden = books.flatMap((book) => (book && !book.isListed ? [book.title] : []));
  return {
    ...shared,
    values,
    titles,
    known: { id, name: bundle.name, stage, when: describePeriod({ ...bundle, stage }), results, hidden },
  };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerAction(
    args,
    bundleActions,
    (_, answer) => {
      const { id, words } = answer;
      return redirectWithFlash(args.request, deskHref("/offers/bundle", { bundle: id }), words);
    },
    bookFields,
  );
}

export const meta = () => [{ title: "A bundle" }];

export default function Bundle({ loaderData, actionData }: Route.ComponentProps) {
  const { values, titles, known, labels, maxBooks } = loaderData;
  const trouble = actionData ?? null;
  const ofSave = trouble?.action === "offers.save-bundle" ? trouble : null;
  return (
    <OfferFrame
      title={known ? known.name : "A new bundle"}
      language={known ? detectLanguage(known.name) : undefined}
      known={known}
      trouble={trouble}
      save="offers.save-bundle"
      values={values}
      labels={labels}
      notes={
        known &&
        known.hidden.length > 0 && (
          <Banner variant="note" className="mt-4">
            Readers do not see this bundle: {known.hidden.join(", ")} {known.hidden.length === 1 ? "is" : "are"} hidden
            from them.
          </Banner>
        )
      }
      results={known && <Results results={known.results} offer={{ bundle: known.id }} />}
      stop={{
        words: "After that, its books are sold one by one. Orders are not changed.",
        label: "Stop the bundle",
        intent: "offers.stop-bundle",
        field: { name: "bundle", value: known?.id ?? "" },
      }}
    >
      {(field) => (
        <>
          <input type="hidden" name="bundle" value={known?.id ?? ""} />
          <TextField {...field("name")} required maxLength={80} />
          <TextField
            {...field("percentOff")}
            inputMode="numeric"
            hint="Of each book, when all are in the cart"
            required
          />
          <div className="sm:col-span-2">
            <TextArea
              {...field("description")}
              hint="A sentence or two for readers"
              rows={3}
              required
              maxLength={400}
            />
          </div>
          <TextField
            {...field("startsAt")}
            type="datetime-local"
            hint="Indian time. Left empty: from now on"
            isOptional
          />
          <TextField
            {...field("endsAt")}
            type="datetime-local"
            hint="Indian time. Left empty: until it is stopped"
            isOptional
          />
          <TextField {...field("place")} inputMode="numeric" hint="The smallest number is shown first" required />
          <div className="sm:col-span-2">
            <BookRows
              count={maxBooks}
              values={ofSave?.values ?? values}
              books={knownBooks(ofSave, titles)}
              errors={ofSave?.errors}
            />
          </div>
          <p className="sm:col-span-2">
            <Button name="intent" value="offers.save-bundle">
              {known ? "Save the bundle" : "Make the bundle"}
            </Button>
          </p>
        </>
      )}
    </OfferFrame>
  );
}
