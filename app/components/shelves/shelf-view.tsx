/** A shelf: number of books, order, facets, the books, and links to the previous and next part. */
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Link, useNavigate, useNavigation } from "react-router";

import { shelfAddress } from "#app/shelves/shelf-address.ts";
import { countWords, formatBookCount, facetTitles, describeFacetValue } from "#app/shelves/shelf-words.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import {
  facetNames,
  isNothingChosen,
  nothingChosen,
  withoutFacet,
  withoutValue,
  type ShelfChoice,
  type ShelfSort,
} from "#shop/catalogue/shelves/shelf-choice.ts";
import { Banner } from "#ui/banner.tsx";
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from "#ui/icons.tsx";

import { BookShelf } from "./book-shelf.tsx";
import { ShelfFacets } from "./shelf-facets.tsx";
import { ShelfSheet } from "./shelf-sheet.tsx";
import { ShelfSorts } from "./shelf-sorts.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";

const shelfId = "books";

interface ShelfViewProps {
  shelf: LoadedShelf;
  /** Name of the shelf, such as `Fiction`. */
  name: string;
  /** Label of its default order. */
  ownOrder: string;
  /** Orders that are offered on this page. */
  sorts: ShelfSort[];
  /** Shown above the facets on wide screens. */
  beside?: ReactNode;
  heading?: "h2" | "h3";
  isCategoryShown?: boolean;
  /** Whether the first row is above the fold. */
  isFirst?: boolean;
  /** Whether the shelf starts far down the page; then the previous and next links jump to the shelf itself. */
  isBelow?: boolean;
  /** Whether the books need the whole width; then wide screens show the facets on the sheet too. */
  isWide?: boolean;
  /** The books in another form; replaces the cards. */
  children?: ReactNode;
  /** Shown after the last card. */
  last?: ReactNode;
}

/** Facets and order that the reader wants; a null sort is the default order. */
interface Wanted {
  choice: ShelfChoice;
  sort: ShelfSort | null;
}

export function ShelfView({
  shelf,
  name,
  ownOrder,
  sorts,
  beside,
  heading,
  isCategoryShown,
  isFirst = false,
  isBelow = false,
  isWide = false,
  children,
  last,
}: ShelfViewProps) {
  const { choice, facets, books, ownSort, to } = shelf;
  const navigate = useNavigate();
  const isComing = useNavigation().state === "loading";
  const sort = shelf.sort === ownSort ? null : shelf.sort;
  const id = useId();

  const results = useRef<HTMLDivElement>(null);
  /** The latest request, until its shelf is shown. */
  const asked = useRef<Wanted | null>(null);
  const addressOf = (wanted: Wanted) => shelfAddress({ to, ...wanted });
  const shown = addressOf({ choice, sort });

  useEffect(() => {
    if (!asked.current || addressOf(asked.current) !== shown) return;
    asked.current = null;
    // A choice at the foot of the list may leave so few books that they are out of sight.
    const list = results.current;
    if (list && list.getBoundingClientRect().bottom < innerHeight / 2)
      list.closest(`#${shelfId}`)?.scrollIntoView({ block: "start" });
  });

  async function show(change: Partial<Wanted>, isAnother = false) {
    const wanted = { choice, sort, ...asked.current, ...change };
    asked.current = wanted;
    await navigate(addressOf(wanted), { preventScrollReset: true, replace: isAnother });
    // Forgets the request if the reader has navigated to another page meanwhile.
    const isHere = new URL(addressOf(wanted), location.href).href === location.href;
    if (asked.current === wanted && !isHere) asked.current = null;
  }

  /** Whether the reader has made another request since this shelf was requested. */
  const isOvertaken = () => asked.current !== null && addressOf(asked.current) !== shown;

  return (
    <div id={shelfId} className="shelf-view">
      {shelf.notices.length > 0 && (
        <Banner variant="note" className="mb-6">
          {shelf.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Banner>
      )}
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:mb-6 sm:gap-x-6">
        <p role="status" className="figures text-quiet">
          {formatBookCount(shelf.total)}
        </p>
        {facets && (
          <div className="flex flex-1 items-center justify-end gap-2 sm:gap-3">
            <ShelfSheet
              shelf={shelf}
              facets={facets}
              name={name}
              anchor={`#${id}`}
              isWide={isWide}
              isOvertaken={isOvertaken}
              onChoose={(chosen, isAnother) => void show({ choice: chosen }, isAnother)}
            />
            <ShelfSorts
              shelf={shelf}
              ownOrder={ownOrder}
              sorts={sorts}
              onSort={(sorted) => void show({ sort: sorted })}
            />
          </div>
        )}
      </div>
      <Chips shelf={shelf} />
      <div className={facets || beside ? `shelf-columns ${isWide ? "shelf-columns-wide" : ""}` : ""}>
        {(facets || beside) && (
          <div className="shelf-side">
            {beside && <div className="shelf-beside">{beside}</div>}
            {facets && (
              <aside id={id} aria-label={`Filter ${name}`} className="shelf-aside">
                <ShelfFacets
                  shelf={shelf}
                  facets={facets}
                  isOvertaken={isOvertaken}
                  onChoose={(chosen) => void show({ choice: chosen })}
                />
              </aside>
            )}
          </div>
        )}
        <div ref={results} className="min-w-0" aria-busy={isComing || undefined}>
          {books.length > 0
            ? (children ?? (
                <BookShelf books={books} heading={heading} isCategoryShown={isCategoryShown} isFirst={isFirst}>
                  {last}
                </BookShelf>
              ))
            : !shelf.isPart && <NoneLeft shelf={shelf} heading={heading} isCategoryShown={isCategoryShown} />}
          <ShelfPagination shelf={shelf} name={name} anchor={isBelow ? `#${shelfId}` : ""} />
        </div>
      </div>
    </div>
  );
}

/** Chosen facet values, each with a link that removes it. */
function Chips({ shelf: { facets, choice, to, sort, ownSort } }: { shelf: LoadedShelf }) {
  if (!facets || isNothingChosen(choice)) return null;
  const kept = sort === ownSort ? null : sort;
  const chosen = facetNames.flatMap((name) =>
    facets[name].filter(({ isChosen }) => isChosen).map((value) => ({ name, value })),
  );
  return (
    <ul aria-label="Chosen" className="mb-6 flex flex-wrap items-center gap-2">
      {chosen.map(({ name, value }) => (
        <li key={`${name}:${value.value}`}>
          <Link
            to={shelfAddress({ to, choice: withoutValue(choice, name, value.value), sort: kept })}
            preventScrollReset
            className="shelf-chip"
          >
            <span className="sr-only">Take away: </span>
            <span lang={detectLanguage(value.name)}>{describeFacetValue(name, value)}</span>
            <CloseIcon className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={shelfAddress({ to, choice: nothingChosen, sort: kept })}
          preventScrollReset
          className="link inline-flex min-h-11 items-center px-2"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}

/** Empty result: suggests which facet to drop, and shows some books of the shelf. */
function NoneLeft({
  shelf: { choice, to, before, sort, ownSort, inStead },
  heading,
  isCategoryShown,
}: Pick<ShelfViewProps, "shelf" | "heading" | "isCategoryShown">) {
  if (before !== null) return <p className="max-w-measure">There are no more books here.</p>;
  const kept = sort === ownSort ? null : sort;
  return (
    <>
      <p className="max-w-measure text-lead">No book on this shelf fits all of these choices.</p>
      {inStead && (
        <>
          <ul className="mt-3 flex flex-wrap gap-x-6">
            {inStead.without.map(({ name, ...left }) => (
              <li key={name}>
                <Link
                  to={shelfAddress({ to, choice: withoutFacet(choice, name), sort: kept })}
                  preventScrollReset
                  className={turn}
                >
                  <span>{name === "available" ? "Sold out too" : `Any ${facetTitles[name].toLowerCase()}`}</span>
                  <span className="figures font-normal text-quiet">{formatBookCount(left)}</span>
                </Link>
              </li>
            ))}
            <li>
              <Link to={to} preventScrollReset className={turn}>
                Show the whole shelf
              </Link>
            </li>
          </ul>
          {inStead.books.length > 0 && (
            <>
              <p className="mt-10 mb-5 font-display text-h3">On this shelf</p>
              <BookShelf books={inStead.books} heading={heading} isCategoryShown={isCategoryShown} />
            </>
          )}
        </>
      )}
    </>
  );
}

const turn = "link inline-flex min-h-11 items-center gap-2 font-semibold";

/** Links to the previous and next books, which are shown, and on a very long shelf to the part not searched yet. */
function ShelfPagination({ shelf, name, anchor }: { shelf: LoadedShelf; name: string; anchor: string }) {
  const { to, choice, before, after, isPart, first, books, total } = shelf;
  if (before === null && after === null) return null;
  const place = (at: number) => at.toLocaleString("en-IN");
  const sort = shelf.sort === shelf.ownSort ? null : shelf.sort;
  return (
    <nav aria-label={`More of ${name}`} className="mt-8">
      {isPart && (
        <p className="mb-3 max-w-measure text-quiet">
          This shelf is very long, so only a part of it was searched for this page.
        </p>
      )}
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-4">
        <span>
          {before !== null && (
            <Link to={shelfAddress({ to, choice, sort, place: before }) + anchor} rel="prev" className={turn}>
              <ArrowLeftIcon className="size-5" />
              Previous
            </Link>
          )}
        </span>
        <span className="figures text-center text-quiet">
          {first !== null && books.length > 0 && (
            <>
              {place(first)} to {place(first + books.length - 1)} of <span>{countWords(total)}</span>
            </>
          )}
        </span>
        <span className="justify-self-end">
          {after !== null && (
            <Link to={shelfAddress({ to, choice, sort, place: after }) + anchor} rel="next" className={turn}>
              <span>{isPart ? "Look further" : "Next"}</span>
              <ArrowRightIcon className="size-5" />
            </Link>
          )}
        </span>
      </div>
    </nav>
  );
}
