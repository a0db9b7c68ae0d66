/** The desk's list of series by name, with a search and the form of a new one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { NameRow } from "#desk/components/name-row.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listSeries } from "#shop/catalogue/merging/list-series.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { newSeries } from "./actions.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { text, after } = readListQuery(args.request.url);
  const found = await listSeries(args.context.get(servicesContext).db, text, after);
  return { ...found, text, isFirst: after === null };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [newSeries], (_, answer) => {
    const { series, words } = answer;
    return redirectWithFlash(args.request, deskHref("/series/:series", { series }), words);
  });
}

export const meta = () => [{ title: "Series" }];

export default function AllSeries({ loaderData, actionData }: Route.ComponentProps) {
  const { series, next, isCut, text, isFirst } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Series</h1>
      <ActionBanner trouble={trouble} />
      <div className="mt-4 grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <Form method="get" role="search" className="field-row sm:grid-cols-[1fr_auto]">
          <TextField
            key={text}
            label="Name or web address"
            name="text"
            type="search"
            autoComplete="off"
            maxLength={200}
            defaultValue={text}
          />
          <p>
            <Button variant="outline">Find</Button>
          </p>
        </Form>
        <Form method="post" className="field-row sm:grid-cols-[1fr_auto]">
          <TextField
            label="A new series"
            name="name"
            autoComplete="off"
            maxLength={200}
            required
            defaultValue={trouble?.values.name}
            error={trouble?.errors.name}
          />
          <p>
            <Button name="intent" value="catalogue.add-series">
              Add the series
            </Button>
          </p>
        </Form>
      </div>
      {text !== "" && (
        <p className="mt-2">
          <Link className="link inline-flex min-h-11 items-center" to={deskHref("/series")}>
            All series
          </Link>
        </p>
      )}
      {series.length === 0 && (
        <p className="mt-6 max-w-measure break-words">
          {text !== ""
            ? `No series was found for “${text}”. Type the beginning of a word of the name. For a series without a book that readers see, type the whole name.`
            : isFirst
              ? "The shop has no series yet. Add one here, or add a book with the name of its series."
              : "There are no more series."}
        </p>
      )}
      <ul className="mt-4">
        {series.map(({ id, name, books }) => (
          <NameRow key={id} to={deskHref("/series/:series", { series: id })} name={name}>
            {books === 0 ? "no book" : formatCount(books, "book")}
          </NameRow>
        ))}
      </ul>
      {isCut && <p className="mt-3 text-small text-quiet">There are more. Type more of the name.</p>}
      <Pager
        newest={isFirst ? null : deskHref("/series")}
        older={next === null ? null : deskHref("/series", { after: next })}
        words={orderedLabels}
      />
    </div>
  );
}
