import { data, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { JoinForm } from "#desk/components/forms/join-form.tsx";
import { RecordHeading } from "#desk/components/record-heading.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listAllCategories } from "#shop/catalogue/merging/list-all-categories.server.ts";
import { findCategoryRecord } from "#shop/catalogue/merging/category-record.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { categoryActions } from "./actions.server.ts";
import { categoryLabels, categoryValues } from "./category-form.ts";

/** One category: what it is called, where it stands, what means it, its books, and what it can be joined with. */
export async function loader(args: LoaderFunctionArgs) {
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
      .slice(0, 20)
      .map(({ id, name, books }) => ({ id, name, about: `${id}, ${counted(books, "book")}` })),
    url: `${settings.publicUrl}/categories/${id}`,
  };
}

export function action(args: ActionFunctionArgs) {
  return answerAction(args, categoryActions, (_, answer) => {
    const { category, words } = answer as { category: string | null; words: string };
    const to = category === null ? deskHref("/categories") : deskHref("/categories/:category", { category });
    return redirectWithFlash(args.request, to, words);
  });
}

/** After a refusal the page shows what is there now. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "A category" },
];

export default function Category() {
  const { id, values: loaded, books, parents, isParent, join, found, url } = useLoaderData<typeof loader>();
  const trouble = (useActionData<typeof action>() as ActionTrouble | undefined) ?? null;
  const ofSave = trouble?.action === "catalogue.save-category" ? trouble : null;
  const values = ofSave?.values ?? loaded;
  const name = loaded.name ?? "";
  const field = (field: string) => ({
    label: categoryLabels[field],
    name: field,
    defaultValue: values[field] ?? "",
    error: ofSave?.errors[field],
  });
  return (
    <div className="desk-page grid gap-8">
      <RecordHeading
        list={{ to: deskHref("/categories"), name: "Categories" }}
        name={name}
        trouble={trouble}
        ofSave={ofSave}
        now={loaded}
        labels={categoryLabels}
      >
        <p className="mt-1">
          {books === 0 ? "Readers see no book in it." : `Readers see ${counted(books, "book")} in it. `}
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
            to={deskHref("/books/change", { category: id, kind: "category-remove", to: id })}
          >
            Remove books
          </ButtonLink>
          <ButtonLink variant="outline" to={deskHref("/books/change", { kind: "category-add", to: id })}>
            Add books
          </ButtonLink>
        </p>
      </RecordHeading>
      <Form method="post" key={JSON.stringify(loaded)} className="grid gap-4" noValidate>
        <input type="hidden" name="was" value={JSON.stringify(loaded)} />
        <input type="hidden" name="category" value={id} />
        <div className="field-row sm:grid-cols-[2fr_1.5fr_1fr]">
          <TextField
            {...field("name")}
            hint={`Its web address stays ${id}`}
            required
            maxLength={80}
            autoComplete="off"
          />
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
            autoComplete="off"
          />
        </div>
        <TextArea {...field("description")} hint="One or two sentences" isOptional rows={3} maxLength={2000} />
        <TextArea
          {...field("subjects")}
          hint="One on each line, such as thema FFC: a file’s books that have the code come to this category"
          isOptional
          rows={5}
        />
        <p>
          <Button name="intent" value="catalogue.save-category">
            Save
          </Button>
        </p>
      </Form>
      <JoinForm
        heading="The same category twice?"
        explanation={`The books of the one you join come to ${name}, with the subjects that mean it and the categories under it, and the old web address leads here. The record can take it back.`}
        label="The other one"
        hint="A part of its name, or the last part of its web address"
        text={join}
        found={found}
        intent="catalogue.join-categories"
        own={{ field: "category", id, name }}
      />
      {books === 0 && !isParent && (
        <Form method="post">
          <input type="hidden" name="category" value={id} />
          <Button variant="danger" name="intent" value="catalogue.remove-category">
            Remove this category
          </Button>
        </Form>
      )}
    </div>
  );
}
