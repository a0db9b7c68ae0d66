import { Form } from "react-router";

import { availabilityWords } from "#shop/books/availability-words.ts";
import type { ShelfPath } from "#shop/books/desk-book.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { noShelf, type BookFilters } from "./read-books-query.ts";

/** What is looked for among the books. */
export function BookFiltersForm({ filters, shelves }: { filters: BookFilters; shelves: ShelfPath[] }) {
  return (
    <Form method="get" role="search" className="field-row mt-4 grid-cols-2 lg:grid-cols-4">
      <TextField
        label="Title, author or ISBN"
        name="text"
        type="search"
        autoComplete="off"
        maxLength={200}
        defaultValue={filters.text}
      />
      <SelectField label="Shelf" name="shelf" defaultValue={filters.shelf}>
        <option value="">All shelves</option>
        <option value={noShelf}>On no shelf</option>
        {shelves.map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </SelectField>
      <SelectField label="Readers see it" name="listed" defaultValue={filters.listed}>
        <option value="">All</option>
        <option value="yes">Listed</option>
        <option value="no">Not listed</option>
      </SelectField>
      <SelectField label="Cover" name="picture" defaultValue={filters.picture}>
        <option value="">All</option>
        <option value="none">No picture</option>
      </SelectField>
      <SelectField label="Copies" name="copies" defaultValue={filters.copies}>
        <option value="">All</option>
        <option value="none">None to sell</option>
      </SelectField>
      <SelectField label="Price" name="price" defaultValue={filters.price}>
        <option value="">All</option>
        <option value="mrp">No price but the MRP</option>
      </SelectField>
      <SelectField label="Can it be had?" name="had" defaultValue={filters.had}>
        <option value="">All</option>
        {Object.entries(availabilityWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <p>
        <Button variant="outline">Show</Button>
      </p>
    </Form>
  );
}
