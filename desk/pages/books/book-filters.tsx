import { Link } from "react-router";

import { CollapsedOnPhones } from "#desk/components/collapsed-on-phones.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { availabilityLabels, isAvailability } from "#shop/catalogue/editing/availability-labels.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { noCategory, type BookFilters } from "./read-books-query.ts";

/** Search and filter form of the list of books. */
export function BookFiltersForm({ filters, categories }: { filters: BookFilters; categories: CategoryPath[] }) {
  const chosen = sayChosen(filters, categories);
  return (
    <Form method="get" role="search" className="mt-4 grid gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-measure">
          <TextField
            label="Title, author or ISBN"
            name="text"
            type="search"
            autoComplete="off"
            maxLength={200}
            defaultValue={filters.text}
          />
        </div>
        <Button variant="outline">Show</Button>
        {(chosen || filters.text) && (
          <Link className="link inline-flex min-h-11 items-center" to=".">
            All books
          </Link>
        )}
      </div>
      <CollapsedOnPhones summary={chosen ? `Chosen: ${chosen}` : "Filter by category, price or copies"}>
        <div className="field-row grid-cols-2 max-sm:mt-2 lg:grid-cols-3">
          <SelectField label="Category" name="category" defaultValue={filters.category}>
            <option value="">All categories</option>
            <option value={noCategory}>In no category</option>
            {categories.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </SelectField>
          <SelectField label="Shown to readers" name="listed" defaultValue={filters.listed}>
            <option value="">All books</option>
            <option value="yes">Shown</option>
            <option value="no">Hidden</option>
          </SelectField>
          <SelectField label="Cover" name="picture" defaultValue={filters.picture}>
            <option value="">With or without</option>
            <option value="none">No picture</option>
          </SelectField>
          <SelectField label="Copies" name="copies" defaultValue={filters.copies}>
            <option value="">Any number</option>
            <option value="none">None for sale</option>
          </SelectField>
          <SelectField label="Price" name="price" defaultValue={filters.price}>
            <option value="">Any price</option>
            <option value="mrp">Sold at the MRP</option>
          </SelectField>
          <SelectField label="Availability" name="had" defaultValue={filters.had}>
            <option value="">Any</option>
            {Object.entries(availabilityLabels).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
      </CollapsedOnPhones>
    </Form>
  );
}

/** Describes the chosen filters, without the search text; empty if no filter is chosen. */
function sayChosen({ category, listed, picture, copies, price, had }: BookFilters, categories: CategoryPath[]): string {
  return [
    category === noCategory ? "in no category" : categories.find(({ id }) => id === category)?.path,
    listed && (listed === "yes" ? "shown to readers" : "hidden from readers"),
    picture && "no picture",
    copies && "no copy for sale",
    price && "sold at the MRP",
    isAvailability(had) && availabilityLabels[had].toLowerCase(),
  ]
    .filter(Boolean)
    .join(", ");
}
