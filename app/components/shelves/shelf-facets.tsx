/** The filters of a shelf: availability, price, format, edition, language, category, author and rating. */
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { countWords, facetTitles, describeFacetValue } from "#app/shelves/shelf-words.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import {
  facetNames,
  priceRanges,
  priceValue,
  type CountedTo,
  type FacetName,
  type Facets,
  type FacetValue,
  type ShelfChoice,
} from "#shop/catalogue/shelves/shelf-choice.ts";
import { Button } from "#ui/button.tsx";

import { HiddenFields } from "./shelf-hidden-fields.tsx";

interface ShelfFacetsProps {
  shelf: LoadedShelf;
  facets: Facets;
  /** Whether the reader chose other filters since this shelf was requested. */
  isOvertaken: () => boolean;
  onChoose: (choice: ShelfChoice) => void;
  /** Whether each facet shows only its name and what is chosen until it is opened. */
  isFolded?: boolean;
  /** Replaces the submit button that is needed without JavaScript. */
  children?: ReactNode;
}

/** Number of values of a list that are shown at once. */
const maxShown = 5;
const lists = ["format", "edition", "language", "category", "author"] as const;

/** All filters of a shelf, in a plain GET form that reports each change at once if JavaScript runs. */
export function ShelfFacets({ shelf, facets, isOvertaken, onChoose, isFolded, children }: ShelfFacetsProps) {
  const form = useRef<HTMLFormElement>(null);
  const { choice, to } = shelf;
  const values = changingValues(facets, shelf.total);
  const groupOf = (name: FacetName) => ({ name, values: values[name], isFolded });

  // A chip or the Back button may have changed the choice meanwhile.
  const showChoice = useEffectEvent(() => isOvertaken() || form.current?.reset());
  useEffect(() => void showChoice(), [choice]);

  function chosen(): ShelfChoice {
    const fields = [...new FormData(form.current ?? undefined)].map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    return readShelfQuery(`${location.origin}/?${fields.join("&")}`, shelf.ownSort).choice;
  }

  return (
    <form
      ref={form}
      method="get"
      action={to.split("?")[0]}
      onChange={({ target }) => {
        // A typed price counts when it is submitted or the field loses the focus.
        if (!(target instanceof HTMLInputElement && target.inputMode === "numeric")) onChoose(chosen());
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(chosen());
      }}
      className="shelf-facets"
    >
      <HiddenFields shelf={shelf} />
      {values.available.map((value) => (
        <Group key="available" name="available" values={values.available}>
          <Choice name="available" value={value} type="checkbox" />
        </Group>
      ))}
      {facets.price.length > 0 && (
        <Group {...groupOf("price")}>
          <Prices values={values.price} choice={choice} onLeave={() => onChoose(chosen())} />
        </Group>
      )}
      {lists.map(
        (name) =>
          values[name].length > 0 && (
            <Group key={name} {...groupOf(name)}>
              <FewFirst name={name} values={values[name]} />
            </Group>
          ),
      )}
      {values.rating.length > 0 && (
        <Group {...groupOf("rating")}>
          <Any name="rating" isChosen={choice.rating === null} label="Any rating" />
          {values.rating.map((value) => (
            <Choice key={value.value} name="rating" value={value} type="radio" />
          ))}
        </Group>
      )}
      {children ?? (
        <p className="without-script mt-5">
          <Button>Show these books</Button>
        </p>
      )}
    </form>
  );
}

/** Omits values that would not narrow the shelf: those that all books share, if nothing in their facet is selected. */
function changingValues(facets: Facets, total: CountedTo): Facets {
  const changing = (values: FacetValue[]) =>
    total.isMore || values.some(({ isChosen }) => isChosen)
      ? values
      : values.filter(({ count, isMore }) => isMore || count < total.count);
  const shown = { ...facets };
  for (const name of facetNames) shown[name] = changing(facets[name]);
  return shown;
}

/**
 * Shows the first few values of a long list, and the others in a disclosure that is open if one of them is selected.
 */
function FewFirst({ name, values }: { name: FacetName; values: FacetValue[] }) {
  const firstOnes = values.length > maxShown + 1 ? maxShown : values.length;
  const choices = values.map((value) => <Choice key={value.value} name={name} value={value} type="checkbox" />);
  const others = values.slice(firstOnes);
  return (
    <>
      {choices.slice(0, firstOnes)}
      {others.length > 0 && (
        <details open={others.some(({ isChosen }) => isChosen)}>
          <summary className="shelf-more">{others.length} more</summary>
          {choices.slice(firstOnes)}
        </details>
      )}
    </>
  );
}

interface GroupProps {
  name: FacetName;
  values: FacetValue[];
  isFolded?: boolean | undefined;
  children: ReactNode;
}

/** One facet. */
function Group({ name, values, isFolded = false, children }: GroupProps) {
  const title = facetTitles[name];
  if (!isFolded)
    return (
      <fieldset className="shelf-group">
        <legend className="float-left mb-1 w-full font-semibold">{title}</legend>
        <div className="clear-both">{children}</div>
      </fieldset>
    );
  const chosen = values.filter(({ isChosen }) => isChosen).map((value) => describeFacetValue(name, value));
  return (
    <details className="shelf-group fold">
      <summary>
        <span className="font-semibold">{title}</span>
        <span className="ml-auto truncate text-small text-quiet">{chosen.join(", ")}</span>
      </summary>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function Choice({ name, value, type }: { name: FacetName; value: FacetValue; type: "checkbox" | "radio" }) {
  return (
    <label className="shelf-choice">
      <input type={type} name={name} value={value.value} defaultChecked={value.isChosen} className="accent-action" />
      <span className="min-w-0 flex-1" lang={detectLanguage(value.name)}>
        {describeFacetValue(name, value)}
        <span className="sr-only">,</span>
      </span>
      <span className="figures text-small text-quiet">
        {countWords(value)}
        <span className="sr-only">{value.count === 1 && !value.isMore ? " book" : " books"}</span>
      </span>
    </label>
  );
}

function Any({ name, isChosen, label }: { name: FacetName; isChosen: boolean; label: string }) {
  return (
    <label className="shelf-choice">
      <input type="radio" name={name} value="" defaultChecked={isChosen} className="accent-action" />
      <span>{label}</span>
    </label>
  );
}

/** Price ranges, and a pair of fields for other limits. */
function Prices({ values, choice, onLeave }: { values: FacetValue[]; choice: ShelfChoice; onLeave: () => void }) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const { price } = choice;
  const ranges = new Set(priceRanges.map(priceValue));
  const isOwn = price !== null && !ranges.has(priceValue(price));
  const field = (name: "from" | "to", label: string, value: number | null) => (
    <span className="min-w-0 flex-1">
      <label htmlFor={`${id}-${name}`} className="block text-small text-quiet">
        {label}
      </label>
      <input
        id={`${id}-${name}`}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        defaultValue={isOwn && value !== null ? value : ""}
        onInput={() => {
          if (own.current) own.current.checked = true;
        }}
        className="figures min-h-11 w-full min-w-0 rounded-sm border border-edge bg-raised px-2 py-1"
      />
    </span>
  );
  return (
    <>
      <Any name="price" isChosen={price === null} label="Any price" />
      {values
        .filter(({ value }) => ranges.has(value))
        .map((value) => (
          <Choice key={value.value} name="price" value={value} type="radio" />
        ))}
      <label className="shelf-choice">
        <input ref={own} type="radio" name="price" value="own" defaultChecked={isOwn} className="accent-action" />
        <span>Your own, in ₹</span>
      </label>
      {/* Moving from one field to the other does not submit yet. */}
      <div
        className="flex gap-2 pt-1"
        onBlur={({ currentTarget, relatedTarget }) => {
          const fields = [...currentTarget.querySelectorAll("input")];
          const isChanged = fields.some(({ value, defaultValue }) => value !== defaultValue);
          if (isChanged && !currentTarget.contains(relatedTarget)) onLeave();
        }}
      >
        {field("from", "from", price?.from ?? null)}
        {field("to", "to", price?.to ?? null)}
      </div>
    </>
  );
}
