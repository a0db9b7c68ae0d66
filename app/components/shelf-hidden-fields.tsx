import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { chosenValues, facetNames } from "#shop/catalogue/shelf-choice.ts";

/** What a form of a shelf sends along: what is searched for, and the choice or the order, which another form changes. */
export function HiddenFields({ shelf, isChoiceKept = false }: { shelf: LoadedShelf; isChoiceKept?: boolean }) {
  const { to, choice, sort, ownSort } = shelf;
  const query = /\?q=(.*)$/.exec(to)?.[1];
  return (
    <>
      {query !== undefined && <input type="hidden" name="q" value={decodeURIComponent(query)} />}
      {isChoiceKept
        ? facetNames.map((name) => {
            const values = chosenValues(choice, name);
            return values.length > 0 && <input key={name} type="hidden" name={name} value={values.join(",")} />;
          })
        : sort !== ownSort && <input type="hidden" name="sort" value={sort} />}
    </>
  );
}
