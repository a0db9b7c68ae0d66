import { Link } from "react-router";

import { BookCover } from "#app/components/book-cover.tsx";
import type { EndpaperTheme } from "#app/display/endpaper-of.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/book.ts";
import { Endpaper } from "#ui/endpaper.tsx";

const endpapers: EndpaperTheme[] = [
  { pattern: "marble", inks: "river" },
  { pattern: "scales", inks: "chai" },
  { pattern: "buti", inks: "rose" },
  { pattern: "jali", inks: "neem" },
  { pattern: "lehariya", inks: "haldi" },
  { pattern: "jaal", inks: "neel" },
];

/** How so many covers lie on the sheet: wide enough apart that every title can be read. More than three stand in rows. */
const lyings: Record<number, string[][]> = {
  1: [["w-[40%]"]],
  2: [
    ["w-[36%] -rotate-3", "w-[36%] rotate-3"],
    ["w-[36%] -translate-y-[5%]", "w-[36%] translate-y-[5%] ml-[4%]"],
  ],
  3: [
    [
      "w-[30%] -rotate-5 translate-y-[2%]",
      "w-[31%] z-10 -mx-[1.5%] -translate-y-[3%]",
      "w-[30%] rotate-5 translate-y-[2%]",
    ],
    ["w-[28%] -translate-y-[7%]", "w-[28%] mx-[3%]", "w-[28%] translate-y-[7%]"],
  ],
};

interface BundleCoversProps {
  books: BookCard[];
  /** The bundle's place on the page, which chooses its sheet. */
  place: number;
  className?: string;
}

/** The covers together on their endpaper, each leading to its book. */
export function BundleCovers({ books, place, className = "" }: BundleCoversProps) {
  const ways = lyings[books.length];
  const lying = ways?.[place % ways.length];
  return (
    <Endpaper
      {...endpapers[place % endpapers.length]!}
      className={`flex flex-wrap content-center items-center justify-center px-4 py-10 max-sm:mx-[calc(-1*var(--gutter))] sm:px-8 sm:py-14 ${className}`}
    >
      {books.map((book, index) => (
        <Link
          key={book.id}
          to={href("/books/:bookId", { bookId: book.id })}
          prefetch="intent"
          tabIndex={-1}
          aria-hidden="true"
          className={`group/cover block max-w-60 ${lying?.[index] ?? "m-[1.5%] w-[26%]"}`}
        >
          <BookCover
            book={book}
            loads={place === 0 ? "soon" : "late"}
            sizes="(min-width: 1240px) 208px, (min-width: 640px) 30vw, 31vw"
            className="group-hover/cover:-translate-y-1.5"
          />
        </Link>
      ))}
    </Endpaper>
  );
}
