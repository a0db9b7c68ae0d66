import { TextArea, TextField } from "#ui/field.tsx";
import { BookRowsFields } from "./book-rows-fields.tsx";
import { bookFieldsOf } from "./book-rows.ts";
import { StorefrontEditor, fieldsOf } from "./storefront-editor.tsx";
import { answerStorefrontForm, loadListOfBooks } from "./answer-storefront-form.server.ts";
import { maxListRows, readList, listActions, listLabels, listParts } from "./list-actions.server.ts";

import type { Route } from "./+types/list.route";

/** Loads one reading list, or the defaults of a new one. */
export async function loader(args: Route.LoaderArgs) {
  const rows = { least: 6, most: maxListRows, free: 3 };
  const found = await loadListOfBooks(args, { kind: "list", read: readList, start: { place: "0" }, rows });
  return { ...found, labels: listLabels, parts: listParts };
}

const bookFields = bookFieldsOf(maxListRows);

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerStorefrontForm(args, listActions, { path: "/window/list", kind: "list", bookFields });
}

export const meta = () => [{ title: "A reading list" }];

const intents = { save: "window.save-list", remove: "window.remove-list" };

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values: loaded, titles, labels, parts, count } = loaderData;
  const trouble = actionData ?? null;
  const { values, errors, books, field } = fieldsOf(trouble, { save: intents.save, loaded, labels, titles });
  const title = loaded.title ?? "A new reading list";
  return (
    <StorefrontEditor kind="list" {...{ id, title, trouble, loaded, labels, intents }}>
      <div className="field-row sm:grid-cols-2">
        <TextField {...field("title")} required maxLength={80} />
        <TextField {...field("place")} inputMode="numeric" hint="The smallest number is shown first" required />
      </div>
      <TextField {...field("summary")} hint="Shown in lists of reading lists" required maxLength={200} />
      <TextArea
        {...field("introduction")}
        hint="Your own words; leave an empty line between paragraphs"
        rows={6}
        required
      />
      <BookRowsFields {...{ count, parts, values, books, errors }} />
    </StorefrontEditor>
  );
}
