import { useEffect, useRef, type ComponentProps } from "react";
import { Link } from "react-router";

import { CollapsedOnPhones } from "#desk/components/collapsed-on-phones.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { facetLabels, noCategory, setFilters, type BookFilters } from "./read-books-query.ts";

const chipNames = {
  format: "Format",
  price: "Price",
  copies: "Copies",
  cover: "Cover",
  listed: "Shown",
  availability: "Availability",
} as const;

interface BookFiltersFormProps {
  filters: BookFilters;
  categories: CategoryPath[];
  /** The publisher's name for the filter, which has its id; what was typed if the shop has no such publisher. */
  publisherName: string;
  /** Other parameters of the page that a new filter keeps, besides the list of ISBNs. */
  kept: Record<string, string>;
}

/** Search and filters of the table of books: a choice is applied at once, without scripts by the button. */
export function BookFiltersForm({ filters, categories, publisherName, kept }: BookFiltersFormProps) {
  const isScripted = useIsScripted();
  const chosen = Object.keys(setFilters({ ...filters, text: "" })).length;
  return (
    <Form method="get" role="search" className="mt-4 grid gap-2">
      {Object.entries({ ...kept, ...(filters.list && { list: filters.list }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-measure">
          <TextField
            key={filters.text}
            label="Title, author, ISBN or item code"
            name="text"
            type="search"
            autoComplete="off"
            maxLength={200}
            defaultValue={filters.text}
          />
        </div>
        <Button variant="outline">{isScripted ? "Search" : "Show"}</Button>
      </div>
      <CollapsedOnPhones summary={chosen > 0 ? `Filters (${chosen})` : "Filters"}>
        <div className="flex flex-wrap items-center gap-2 max-sm:mt-2">
          <Chip name="category" label="Category" value={filters.category}>
            <option value={noCategory}>In no category</option>
            {categories.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </Chip>
          <input
            key={publisherName}
            aria-label="Publisher"
            placeholder="Publisher"
            name="publisher"
            autoComplete="off"
            maxLength={200}
            defaultValue={publisherName}
            className={`desk-chip ${filters.publisher ? "desk-chip-chosen" : ""}`}
          />
          {(Object.keys(chipNames) as (keyof typeof chipNames)[]).map((name) => (
            <Chip key={name} name={name} label={chipNames[name]} value={filters[name]}>
              {Object.entries(facetLabels[name]).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Chip>
          ))}
          {(chosen > 0 || filters.text) && (
            <Link className="link inline-flex min-h-9 items-center px-1" to=".">
              All books
            </Link>
          )}
        </div>
      </CollapsedOnPhones>
    </Form>
  );
}

/** A filter that looks like a chip. It keeps the focus when its form was sent. */
function Chip({ label, value, children, ...select }: { label: string; value: string } & ComponentProps<"select">) {
  const field = useRef<HTMLSelectElement>(null);
  // The page can change without this form, such as by going back.
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return (
    <select
      ref={field}
      aria-label={label}
      defaultValue={value}
      className={`desk-chip ${value ? "desk-chip-chosen" : ""}`}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      {...select}
    >
      <option value="">{label}</option>
      {children}
    </select>
  );
}
