import { useId } from "react";

import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { sortNames } from "#app/shelves/shelf-words.ts";
import type { ShelfSort } from "#shop/catalogue/shelves/shelf-choice.ts";
import { Button } from "#ui/button.tsx";

import { HiddenFields } from "./shelf-hidden-fields.tsx";

interface ShelfSortsProps {
  shelf: LoadedShelf;
  /** Label of the shelf's default order. */
  ownOrder: string;
  sorts: ShelfSort[];
  /** Null selects the shelf's default order. */
  onSort: (sort: ShelfSort | null) => void;
}

/** Select for the order of a shelf, applied on change; without JavaScript a button submits it. */
export function ShelfSorts({ shelf, ownOrder, sorts, onSort }: ShelfSortsProps) {
  const id = useId();
  const { to, ownSort } = shelf;
  return (
    <form method="get" action={to.split("?")[0]} className="flex items-center gap-2">
      <HiddenFields shelf={shelf} isChoiceKept />
      <label htmlFor={id} className="text-small whitespace-nowrap text-quiet max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        name="sort"
        key={shelf.sort}
        defaultValue={shelf.sort === ownSort ? "" : shelf.sort}
        onChange={({ currentTarget: { value } }) => onSort(sorts.find((sort) => sort === value) ?? null)}
        className="min-h-11 max-w-full rounded-sm border border-edge bg-raised px-3 py-1.5 text-[0.9375rem] max-sm:max-w-34 max-sm:px-2"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort === ownSort ? "" : sort}>
            {sort === ownSort || sort === "own" ? ownOrder : sortNames[sort]}
          </option>
        ))}
      </select>
      <span className="without-script">
        <Button variant="outline">Sort</Button>
      </span>
    </form>
  );
}
