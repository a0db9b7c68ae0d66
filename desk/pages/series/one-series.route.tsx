/** The desk's page of one series: its texts, its numbered books, and a merge with another series. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { RecordEditor } from "#desk/components/record-editor.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { knownBooks } from "#desk/http/books/book-choice.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { TextArea, TextField } from "#ui/field.tsx";
import { seriesActions } from "./actions.server.ts";
import { BooksOfSeries } from "./books-of-series.tsx";
import { newBookField } from "./new-book-field.ts";
import { readSeriesForm } from "./read-series.server.ts";

import type { Route } from "./+types/one-series.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readIdIn(args.params.series);
  const { join } = readListQuery(args.request.url);
  const form = id && (await readSeriesForm(db, id));
  if (!id || !form) throw data("There is no such series in the shop.", { status: 404 });
  const found = join === null ? null : await listSeries(db, join, null);
  return {
    id,
    ...form,
    join,
    found: found?.series ?? [],
    url: `${settings.publicUrl}/series/${id}`,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(
    args,
    seriesActions,
    (_, answer) => {
      const { series, words } = answer;
      const to = series === null ? deskHref("/series") : deskHref("/series/:series", { series });
      return redirectWithFlash(args.request, to, words);
    },
    [newBookField],
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "A series" },
];

export default function Series({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, labels, works, isCut, join, found, url } = loaderData;
  const trouble = actionData ?? null;
  const isShown = works.some(({ isListed }) => isListed);
  return (
    <RecordEditor
      kind="series"
      id={id}
      list={{ to: deskHref("/series"), name: "Series" }}
      now={values}
      labels={labels}
      trouble={trouble}
      about={
        <p className="mt-1">
          {isShown ? (
            <a className="link" href={url} rel="noreferrer">
              See its page
            </a>
          ) : (
            "Readers do not see this series, because it has no book that they see."
          )}
        </p>
      }
      renderFields={({ values, trouble, field }) => (
        <>
          <TextField {...field("name")} required maxLength={200} />
          <TextArea {...field("description")} isOptional rows={3} maxLength={2000} />
          <BooksOfSeries
            works={works}
            isCut={isCut}
            values={values}
            errors={trouble?.errors ?? {}}
            books={knownBooks(trouble, {})}
          />
        </>
      )}
      join={{
        intent: "catalogue.join-series",
        heading: "Is this series listed twice?",
        explanation: `The books of the duplicate move to ${values.name} with their numbers, and its web address redirects here. You can undo this on the page History.`,
        hint: "A name, or the last part of the web address",
        text: join,
        found,
      }}
      canBeRemoved={works.length === 0}
    />
  );
}
