import { useId } from "react";
import { useNavigate } from "react-router";

import { shelfAddress } from "#app/shelves/shelf-address.ts";
import { sortNames } from "#app/shelves/shelf-words.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import type { ShelfSort } from "#shop/catalogue/shelf-choice.ts";
import { Button } from "#ui/button.tsx";

import { HiddenFields } from "./shelf-hidden-fields.tsx";

/** The order of a shelf, as a list that is submitted when it changes; without a script its button does. */
export function ShelfSorts({ shelf, ownOrder, sorts }: { shelf: LoadedShelf; ownOrder: string; sorts: ShelfSort[] }) {
  const id = useId();
  const navigate = useNavigate();
  const { to, choice, ownSort } = shelf;
  const names = sorts.map(
    (sort) => [sort, sort === ownSort ? ownOrder : sort === "own" ? "" : sortNames[sort]] as const,
  );
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
        onChange={({ currentTarget: { value } }) =>
          void navigate(shelfAddress({ to, choice, sort: value === "" ? null : (value as ShelfSort) }), {
            preventScrollReset: true,
          })
        }
        className="min-h-11 max-w-full rounded-sm border border-edge bg-raised px-3 py-1.5 text-[0.9375rem]"
      >
        {names.map(([sort, name]) => (
          <option key={sort} value={sort === ownSort ? "" : sort}>
            {name}
          </option>
        ))}
      </select>
      <span className="without-script">
        <Button variant="outline">Sort</Button>
      </span>
    </form>
  );
}
