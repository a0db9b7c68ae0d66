import { useRef, useState, type MouseEvent } from "react";

import { formatBookCount } from "#app/shelves/shelf-words.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { chosenValues, facetNames, type Facets, type ShelfChoice } from "#shop/catalogue/shelves/shelf-choice.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { CloseIcon } from "#ui/icons.tsx";

import { ShelfFacets } from "./shelf-facets.tsx";

interface ShelfSheetProps {
  shelf: LoadedShelf;
  facets: Facets;
  name: string;
  /** Link to the form that works without JavaScript. */
  anchor: string;
  /** Whether wide screens use the sheet too. */
  isWide: boolean;
  /** Whether the reader has changed the facets since this shelf was requested. */
  isOvertaken: () => boolean;
  /**
   * Applies a choice of facets to the page below. If `isAnother`, it replaces the history entry of the previous choice,
   * which was made in the same open sheet.
   */
  onChoose: (choice: ShelfChoice, isAnother: boolean) => void;
}

/**
 * Filter button, and the sheet of facets over the page. The sheet's own button shows how many books remain. Without
 * JavaScript the button links to the form below the books.
 */
export function ShelfSheet({ shelf, facets, name, anchor, isWide, isOvertaken, onChoose }: ShelfSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hasChosen = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const count = facetNames.flatMap((facet) => chosenValues(shelf.choice, facet)).length;

  function open(event: MouseEvent) {
    event.preventDefault();
    hasChosen.current = false;
    setIsOpen(true);
    dialog.current?.showModal();
  }

  function choose(choice: ShelfChoice) {
    onChoose(choice, hasChosen.current);
    hasChosen.current = true;
  }

  return (
    <>
      <a
        href={anchor}
        aria-haspopup="dialog"
        onClick={open}
        className={`${buttonClass("outline")} ${isWide ? "" : "xl:hidden"}`}
      >
        Filter
        {count > 0 && <span className="figures">({count})</span>}
      </a>
      <dialog ref={dialog} aria-label={`Filter ${name}`} className="shelf-sheet" onClose={() => setIsOpen(false)}>
        {isOpen && (
          <>
            <div className="flex items-center justify-between gap-4 border-b border-line pb-3">
              <h2 className="text-h3">Filter</h2>
              <button
                type="button"
                aria-label="Close"
                className="-mr-2.5 grid size-11 place-items-center hover:text-action"
                onClick={() => dialog.current?.close()}
              >
                <CloseIcon />
              </button>
            </div>
            <ShelfFacets shelf={shelf} facets={facets} isOvertaken={isOvertaken} onChoose={choose} isFolded>
              <div className="sticky bottom-0 -mx-5 mt-4 border-t border-line bg-raised px-5 py-3">
                <Button type="button" className="w-full" onClick={() => dialog.current?.close()}>
                  <span aria-live="polite" className="figures">
                    Show {formatBookCount(shelf.total)}
                  </span>
                </Button>
              </div>
            </ShelfFacets>
          </>
        )}
      </dialog>
    </>
  );
}
