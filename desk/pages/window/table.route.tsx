import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { BookRowsFields } from "./book-rows-fields.tsx";
import { bookFieldsOf } from "./book-rows.ts";
import { StorefrontEditor, fieldsOf } from "./storefront-editor.tsx";
import { answerStorefrontForm, loadListOfBooks } from "./answer-storefront-form.server.ts";
import { maxTableRows, readTable, tableActions, tableLabels, tableParts } from "./table-actions.server.ts";

import type { Route } from "./+types/table.route";

/** Loads one table of the week, or the defaults of a new one. */
export async function loader(args: Route.LoaderArgs) {
  const rows = { least: 9, most: maxTableRows, free: 2 };
  const found = await loadListOfBooks(args, { kind: "table", read: readTable, start: {}, rows });
  return { ...found, labels: tableLabels, parts: tableParts };
}

const months = Array.from({ length: 12 }, (_, place) =>
  new Date(Date.UTC(2000, place)).toLocaleString("en", { month: "long", timeZone: "UTC" }),
);

const bookFields = bookFieldsOf(maxTableRows);

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerStorefrontForm(args, tableActions, { path: "/window/table", kind: "table", bookFields });
}

export const meta = () => [{ title: "A table of the week" }];

const intents = { save: "window.save-table", remove: "window.remove-table" };
const words =
  "The home page shows a table from its day on, until the next table begins. A table without a year is shown again every year. You can prepare tables in advance.";

export default function Table({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values: loaded, titles, labels, parts, count } = loaderData;
  const trouble = actionData ?? null;
  const { values, errors, books, field } = fieldsOf(trouble, { save: intents.save, loaded, labels, titles });
  const title = loaded.title ?? "A new table of the week";
  // Day, month and year are one date: its error is shown once, below the first field.
  const ofDay = errors?.day ? { "aria-invalid": true } : {};
  return (
    <StorefrontEditor kind="table" {...{ id, title, words, trouble, loaded, labels, intents }}>
      <div className="max-w-measure">
        <TextField {...field("title")} hint="Such as “For the rains”" required maxLength={60} />
      </div>
      <div className="field-row max-w-measure grid-cols-[4rem_1fr_5rem] [&_[id$=-error]]:w-72 [&>div]:grid-cols-[100%]">
        <TextField {...field("day")} inputMode="numeric" required maxLength={2} />
        <SelectField {...field("month")} {...ofDay} autoComplete={undefined} required>
          <option value="">Choose</option>
          {months.map((name, place) => (
            <option key={name} value={String(place + 1).padStart(2, "0")}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField {...field("year")} {...ofDay} placeholder="Every" inputMode="numeric" maxLength={4} />
      </div>
      <TextArea
        {...field("introduction")}
        hint="A sentence or two on why you chose these books"
        rows={2}
        required
        maxLength={300}
      />
      <BookRowsFields {...{ count, parts, values, books, errors }} />
    </StorefrontEditor>
  );
}
