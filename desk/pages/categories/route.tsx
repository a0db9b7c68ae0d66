import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { NameRow } from "#desk/components/name-row.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listAllCategories } from "#shop/catalogue/merging/list-all-categories.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { newCategory } from "./actions.server.ts";

import type { Route } from "./+types/route";

/** Loads every category in the shop's order. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  return { categories: await listAllCategories(args.context.get(servicesContext).db) };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [newCategory], (_, answer) => {
    const { category, words } = answer;
    return redirectWithFlash(args.request, deskHref("/categories/:category", { category }), words);
  });
}

export const meta = () => [{ title: "Categories" }];

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  const { categories } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Categories</h1>
      <p className="mt-1 max-w-measure text-quiet">In the order of the shop. Readers see only categories with books.</p>
      <ActionBanner trouble={trouble} />
      {categories.length === 0 ? (
        <p className="mt-6">The shop has no category yet. Add one here, or import a file of books with categories.</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {categories.map(({ id, name, parentId, books, subjects }) => (
            <NameRow
              key={id}
              to={deskHref("/categories/:category", { category: id })}
              name={name}
              isBelow={parentId !== null}
            >
              {books === 0 ? "no book" : formatCount(books, "book")}
              {subjects > 0 && `, ${formatCount(subjects, "subject")}`}
            </NameRow>
          ))}
        </ul>
      )}
      <section aria-labelledby="new" className="mt-8">
        <h2 id="new" className="text-title">
          A new category
        </h2>
        <Form method="post" className="field-row mt-3 sm:grid-cols-2 lg:grid-cols-[2fr_1.5fr_1.5fr_auto]">
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            required
            maxLength={80}
            defaultValue={trouble?.values.name}
            error={trouble?.errors.name}
          />
          <SelectField label="Parent category" name="parent" defaultValue={trouble?.values.parent ?? ""}>
            <option value="">None</option>
            {categories
              .filter(({ parentId }) => parentId === null)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          <TextField
            label="Web address"
            isOptional
            hint="Left empty: made from the name"
            name="address"
            autoComplete="off"
            maxLength={80}
            defaultValue={trouble?.values.address}
            error={trouble?.errors.address}
          />
          <p>
            <Button name="intent" value="catalogue.add-category">
              Add the category
            </Button>
          </p>
        </Form>
      </section>
    </div>
  );
}
