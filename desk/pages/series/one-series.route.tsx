import { data, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { JoinForm } from "#desk/components/forms/join-form.tsx";
import { RecordHeading } from "#desk/components/record-heading.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { knownBooks } from "#desk/http/book-choice.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { seriesActions } from "./actions.server.ts";
import { BooksOfSeries } from "./books-of-series.tsx";
import { newBookField } from "./new-book-field.ts";
import { readSeriesForm } from "./read-series.server.ts";

/** One series: its words, its books with their numbers, and what it can be joined with. */
export async function loader(args: LoaderFunctionArgs) {
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
    found: (found?.series ?? [])
      .filter((other) => other.id !== id)
      .map(({ id, name, books }) => ({ id, name, about: `${id}, ${counted(books, "book")}` })),
    url: `${settings.publicUrl}/series/${id}`,
  };
}

export function action(args: ActionFunctionArgs) {
  return answerAction(
    args,
    seriesActions,
    (_, answer) => {
      const { series, words } = answer as { series: string | null; words: string };
      const to = series === null ? deskHref("/series") : deskHref("/series/:series", { series });
      return redirectWithFlash(args.request, to, words);
    },
    [newBookField],
  );
}

/** After a refusal the page shows what is there now. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "A series" },
];

export default function Series() {
  const { id, values: loaded, labels, works, isCut, join, found, url } = useLoaderData<typeof loader>();
  const trouble = (useActionData<typeof action>() as ActionTrouble | undefined) ?? null;
  const ofSave = trouble?.action === "catalogue.save-series" ? trouble : null;
  const values: Record<string, string> = ofSave?.values ?? loaded;
  const name = loaded.name ?? "";
  const isShown = works.some(({ isListed }) => isListed);
  return (
    <div className="desk-page grid gap-8">
      <RecordHeading
        list={{ to: deskHref("/series"), name: "Series" }}
        name={name}
        trouble={trouble}
        ofSave={ofSave}
        now={loaded}
        labels={labels}
      >
        <p className="mt-1">
          {isShown ? (
            <a className="link" href={url} rel="noreferrer">
              See its page
            </a>
          ) : (
            "Readers do not see it, because no book of it is listed."
          )}
        </p>
      </RecordHeading>
      <Form method="post" key={JSON.stringify(loaded)} className="grid gap-4" noValidate>
        <input type="hidden" name="was" value={JSON.stringify(loaded)} />
        <input type="hidden" name="series" value={id} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={values.name}
          error={ofSave?.errors.name}
        />
        <TextArea
          label="Description"
          name="description"
          isOptional
          rows={3}
          maxLength={2000}
          defaultValue={values.description}
          error={ofSave?.errors.description}
        />
        <BooksOfSeries
          works={works}
          isCut={isCut}
          values={values}
          errors={ofSave?.errors ?? {}}
          books={knownBooks(ofSave, {})}
        />
        <p>
          <Button name="intent" value="catalogue.save-series">
            Save
          </Button>
        </p>
      </Form>
      <JoinForm
        heading="The same series twice?"
        explanation={`The books of the one you join come to ${name} with their numbers, and the old web address leads here. The record can take it back.`}
        label="The other one"
        hint="A name, or the last part of the web address"
        text={join}
        found={found}
        intent="catalogue.join-series"
        own={{ field: "series", id, name }}
      />
      {works.length === 0 && (
        <Form method="post">
          <input type="hidden" name="series" value={id} />
          <Button variant="danger" name="intent" value="catalogue.remove-series">
            Remove this series
          </Button>
        </Form>
      )}
    </div>
  );
}
