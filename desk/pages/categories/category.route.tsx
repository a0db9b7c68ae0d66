/** The desk's page of one category: its name, position, subject codes and books, and a merge with another category. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { RecordEditor } from "#desk/components/record-editor.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listAllCategories } from "#shop/catalogue/merging/list-all-categories.server.ts";
import { findCategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { categoryActions } from "./actions.server.ts";
import { categoryLabels, categoryValues } from "./category-form.ts";

import type { Route } from "./+types/category.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readIdIn(args.params.category);
  const { join } = readListQuery(args.request.url);
  const [record, categories] = await Promise.all([id && findCategoryRecord(db, id), listAllCategories(db)]);
  if (!id || !record) throw data("There is no such category in the shop.", { status: 404 });
  const wanted = foldText(join ?? "");
  return {
    id,
    values: categoryValues(record),
    books: categories.find((category) => category.id === id)?.books ?? 0,
    parents: categories.filter(
      (category) => category.id !== id && (category.parentId === null || category.id === record.parentId),
    ),
    isParent: categories.some(({ parentId }) => parentId === id),
    join,
    found: categories
      .filter(
        (category) =>
          category.id !== id && wanted !== "" && (category.id === join || foldText(category.name).includes(wanted)),
      )
      .slice(0, 20),
    url: `${settings.publicUrl}/categories/${id}`,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, categoryActions, (_, answer) => {
    const { category, words } = answer;
    const to = category === null ? deskHref("/categories") : deskHref("/categories/:category", { category });
    return redirectWithFlash(args.request, to, words);
  });
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "A category" },
];

export default function Category({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, books, parents, isParent, join, found, url } = loaderData;
  const trouble = actionData ?? null;
  return (
    <RecordEditor
      kind="category"
      id={id}
      list={{ to: deskHref("/categories"), name: "Categories" }}
      now={values}
      labels={categoryLabels}
      trouble={trouble}
      about={<BooksOfCategory id={id} books={books} url={url} />}
      renderFields={({ field }) => (
        <>
          <div className="field-row sm:grid-cols-[2fr_1.5fr_1fr]">
            <TextField {...field("name")} hint={`Its web address remains ${id}`} required maxLength={80} />
            <SelectField {...field("parent")}>
              <option value="">None</option>
              {parents.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              {...field("position")}
              hint="The smallest number is shown first"
              inputMode="numeric"
              required
              maxLength={5}
            />
          </div>
          <TextArea {...field("description")} hint="One or two sentences" isOptional rows={3} maxLength={2000} />
          <TextArea
            {...field("subjects")}
            hint="One code on each line, such as thema FFC. Imported books with this code are added to this category."
            isOptional
            rows={5}
          />
        </>
      )}
      join={{
        intent: "catalogue.join-categories",
        heading: "Is this category listed twice?",
        explanation: `The books, subject codes and subcategories of the duplicate move to ${values.name}, and its web address redirects here. You can undo this on the page History.`,
        hint: "A part of its name, or the last part of its web address",
        text: join,
        found,
      }}
      canBeRemoved={books === 0 && !isParent}
    />
  );
}

/** The number of books that readers see in it, and links to lists of its books. */
function BooksOfCategory({ id, books, url }: { id: string; books: number; url: string }) {
  return (
    <>
      <p className="mt-1">
        {books === 0 ? "Readers see no book in it." : `Readers see ${formatCount(books, "book")} in it. `}
        {books > 0 && (
          <a className="link" href={url} rel="noreferrer">
            See its page
          </a>
        )}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink variant="outline" to={deskHref("/books", { category: id })}>
          See its books
        </ButtonLink>
        <ButtonLink
          variant="outline"
          to={deskHref("/books/change", { category: id, all: "on", kind: "category-remove", to: id })}
        >
          Remove books
        </ButtonLink>
        <ButtonLink variant="outline" to={deskHref("/books", { kind: "category-add", to: id })}>
          Add books
        </ButtonLink>
      </p>
    </>
  );
}
