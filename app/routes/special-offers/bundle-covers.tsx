import { Link } from "react-router";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { BookCover } from "#app/components/books/book-cover.tsx";
import type { EndpaperTheme } from "#app/display/pick-endpaper.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { Endpaper } from "#ui/endpaper.tsx";

const endpapers: EndpaperTheme[] = [
  { pattern: "marble", inks: "chai" },
  { pattern: "scales", inks: "haldi" },
  { pattern: "buti", inks: "rose" },
  { pattern: "jali", inks: "neem" },
  { pattern: "lehariya", inks: "neem" },
  { pattern: "jaal", inks: "rose" },
];

/**
 * Classes of the covers by their number: far enough apart that every title is legible. More than three are laid out in
 * rows.
 */
const layouts: Record<number, string[][]> = {
  1: [["w-[40%]"]],
  2: [
    ["w-[44%] -rotate-3", "w-[44%] rotate-3"],
    ["w-[44%] -translate-y-[5%]", "w-[44%] translate-y-[5%] ml-[4%]"],
  ],
  3: [
    [
      "w-[34%] -rotate-5 translate-y-[2%]",
      "w-[35%] z-10 -mx-[1.5%] -translate-y-[3%]",
      "w-[34%] rotate-5 translate-y-[2%]",
    ],
    ["w-[33%] -translate-y-[9%]", "w-[33%] -mx-[0.5%] z-10", "w-[33%] translate-y-[9%]"],
  ],
};

interface BundleCoversProps {
  books: BookCard[];
  /** Position of the bundle on the page, which selects its endpaper. */
  place: number;
  className?: string;
}

/** Covers of a bundle on an endpaper, each a link to its book. */
export function BundleCovers({ books, place, className = "" }: BundleCoversProps) {
  const options = layouts[books.length];
  const layout = options?.[place % options.length];
  return (
    <Endpaper
      {...requiredItem(endpapers, place % endpapers.length)}
      isPale
      className={`flex flex-wrap content-center items-center justify-center px-6 py-5 max-sm:mx-[calc(-1*var(--gutter))] sm:px-4 sm:py-6 ${className}`}
    >
      {books.map((book, index) => (
        <Link
          key={book.id}
          to={href("/books/:bookId", { bookId: book.id })}
          prefetch="intent"
          tabIndex={-1}
          aria-hidden="true"
          className={`group/cover block max-w-44 ${layout?.[index] ?? "m-[1.5%] w-[26%]"}`}
        >
          <BookCover
            book={book}
            loads={place === 0 ? "soon" : "late"}
            sizes="(min-width: 640px) 176px, 31vw"
            className="group-hover/cover:-translate-y-1.5"
          />
        </Link>
      ))}
    </Endpaper>
  );
}
