/** The table of books with a bar at its foot, which changes the ticked books together. */
import { useRef, useState, type FormEvent, type ReactNode } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { ChoiceFields } from "#desk/pages/books-change/choice-fields.tsx";
import type { BulkChoice } from "#desk/pages/books-change/read-bulk-change.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";

/** The id of the form that the checkboxes belong to. */
export const tickedForm = "ticked-books";

interface TickedBooksProps {
  /** The filters of the table. */
  set: Record<string, string>;
  /** The number of books on all pages; null if unknown. */
  count: number | null;
  choice: BulkChoice;
  categories: CategoryPath[];
  /** What stands above the table, besides the box that ticks all books. */
  tools: ReactNode;
  children: ReactNode;
}

export function TickedBooks({ set, count, choice, categories, tools, children }: TickedBooksProps) {
  const [ticked, setTicked] = useState(0);
  const [isAll, setIsAll] = useState(false);
  const lastBox = useRef<HTMLInputElement>(null);
  const all = count === null ? "all books that match" : `all ${formatCount(count, "book")}`;

  const boxesIn = (area: Element) => [...area.querySelectorAll<HTMLInputElement>("input[name=book]")];

  /**
   * Keeps the boxes of the rows, of the page and of all books in step. With the shift key, the books from the last
   * changed one to this one become like this one.
   */
  function changed({ target, currentTarget, nativeEvent }: FormEvent<HTMLDivElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const boxes = boxesIn(currentTarget);
    const [allBox, pageBox] = ["input[name=all]", "input[data-tick-page]"].map((selector) =>
      currentTarget.querySelector<HTMLInputElement>(selector),
    );
    if (target === allBox || target === pageBox) for (const box of boxes) box.checked = target.checked;
    if (target.name === "book") {
      const [from = -1, to = -1] = [lastBox.current, target].map((box) => boxes.findIndex((one) => one === box));
      if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey && from >= 0)
        for (const box of boxes.slice(Math.min(from, to), Math.max(from, to))) box.checked = target.checked;
      lastBox.current = target;
    }
    const checked = boxes.filter(({ checked }) => checked).length;
    setTicked(checked);
    if (pageBox) pageBox.checked = checked === boxes.length;
    // Without one of the books, not all are ticked any more.
    if (allBox && checked < boxes.length) allBox.checked = false;
    setIsAll(allBox?.checked === true);
  }

  return (
    <div onChange={changed}>
      <div className="mt-3 flex flex-wrap items-start gap-x-6">
        <label className="inline-flex min-h-11 flex-1 items-center gap-3">
          <input type="checkbox" form={tickedForm} name="all" className="size-5 accent-action" />
          <span>Tick {all}</span>
        </label>
        {tools}
      </div>
      {children}
      <Form id={tickedForm} method="get" action={deskHref("/books/change")} className="desk-save desk-bulk desk-choice">
        {Object.entries(set).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="self-center font-semibold" aria-live="polite">
          {isAll ? capitalize(all) : ticked > 0 ? `${formatCount(ticked, "book")} ticked` : "The ticked books"}
        </p>
        <ChoiceFields choice={choice} categories={categories} problem={null} />
        <Button>Preview</Button>
      </Form>
    </div>
  );
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
