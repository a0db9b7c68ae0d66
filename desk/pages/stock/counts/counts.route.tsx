/** The desk's list of counts, open ones first, and the form that starts one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import {
  listCountableLists,
  listStocktakes,
  maxStocktakes,
  type StocktakeInList,
} from "#shop/office/stock-room/stocktakes.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { openCountAtDesk } from "./count-actions.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";

import type { Route } from "./+types/counts.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const [counts, categories, readingLists] = await Promise.all([
    listStocktakes(db),
    listCategoryPaths(db),
    listCountableLists(db),
  ]);
  return { counts, categories, readingLists, most: maxStocktakes };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [openCountAtDesk], (_, answer) => {
    const { id, words } = answer;
    return redirectWithFlash(args.request, deskHref("/stock/count/:count", { count: id }), words);
  });
}

export const meta = () => [{ title: "Counts" }];

export default function Counts({ loaderData, actionData }: Route.ComponentProps) {
  const { counts, categories, readingLists, most } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="text-h3">Counts</h1>
      <p className="mt-2 max-w-measure text-quiet">
        The shop continues to sell while a category is counted. Several people can count at the same time, and you can
        continue another day. The stock is changed only when you finish the count.
      </p>
      <ActionBanner trouble={trouble} />
      <Form method="post" className="desk-card mt-4 p-4">
        <div className="field-row sm:grid-cols-[1fr_auto]">
          <SelectField
            label="What to count"
            name="scope"
            defaultValue={trouble?.values.scope ?? categories.map(({ id }) => `category:${id}`)[0] ?? "scanned"}
            error={trouble?.errors.scope}
          >
            <optgroup label="Categories, with their subcategories">
              {categories.map(({ id, path }) => (
                <option key={id} value={`category:${id}`}>
                  {path}
                </option>
              ))}
            </optgroup>
            {readingLists.length > 0 && (
              <optgroup label="Reading lists">
                {readingLists.map(({ id, title }) => (
                  <option key={id} value={`reading-list:${id}`}>
                    {title}
                  </option>
                ))}
              </optgroup>
            )}
            <option value="scanned">Whatever is scanned</option>
          </SelectField>
          <p>
            <Button name="intent" value="stock.open-count">
              Start the count
            </Button>
          </p>
        </div>
      </Form>
      {counts.length === 0 ? (
        <p className="mt-6">Nothing has been counted yet.</p>
      ) : (
        <ul className="mt-6 border-t border-line">
          {counts.map((count) => (
            <li key={count.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/stock/count/:count", { count: count.id })}>
                  {count.name}
                </Link>
                <span className="block text-small text-quiet">
                  started <time dateTime={count.begunAt}>{shortMoment(count.begunAt)}</time> by {count.begunBy}
                </span>
              </span>
              {count.finishedAt === null && <Badge>Open</Badge>}
              <span className="basis-60">{describe(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {counts.length === most && (
        <p className="mt-3 text-quiet">
          The list ends here: it shows {most} counts, with all open ones and the newest.
        </p>
      )}
    </div>
  );
}

function describe({ books, copies, corrected, finishedAt }: StocktakeInList): string {
  if (books === 0) return finishedAt === null ? "Nothing scanned yet" : "Nothing was scanned";
  const what = `${formatCount(copies, "copy", "copies")} of ${formatCount(books, "book")}`;
  if (finishedAt === null) return `${what} so far`;
  return `${what}, ${corrected === 0 ? "none corrected" : `${corrected} corrected`}`;
}
