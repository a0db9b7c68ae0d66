import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { chosenValues, facetNames } from "#shop/catalogue/shelves/shelf-choice.ts";

/**
 * Hidden fields of a shelf's form. They keep the search, and what the form itself does not change: the chosen facets or
 * the order.
 */
export function HiddenFields({ shelf, isChoiceKept = false }: { shelf: LoadedShelf; isChoiceKept?: boolean }) {
  const { to, choice, sort, ownSort } = shelf;
  const query = /\?q=(.*)$/.exec(to)?.[1];
  return (
    <>
      {query !== undefined && <input type="hidden" name="q" value={decodeURIComponent(query)} />}
      {isChoiceKept
        ? facetNames.flatMap((name) =>
            chosenValues(choice, name).map((value) => (
              <input key={`${name}:${value}`} type="hidden" name={name} value={value} />
            )),
          )
        : sort !== ownSort && <input type="hidden" name="sort" value={sort} />}
    </>
  );
}
