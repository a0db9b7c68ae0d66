import { byline, type BookCard } from "#shop/catalogue/books/book.ts";

const widths = [160, 240, 320, 480, 720, 960];

interface BookCoverProps {
  book: Pick<BookCard, "coverKey" | "title" | "authors">;
  /** The width the cover is laid out at, as the `sizes` attribute. */
  sizes: string;
  /** Says title and author; leave it out beside an adjacent title. */
  isAlone?: boolean;
  /** `first` for the one picture the first paint waits for, `soon` above the fold, else it loads when near. */
  loads?: "first" | "soon" | "late";
  className?: string;
}

/** Three pixels for each of the page look like two on a cover, and weigh twice as much: such a screen asks for two. */
function withoutWaste(sizes: string): string {
  const onPhone = sizes.split(", ").at(-1);
  return `(min-resolution: 2.75dppx) and (max-width: 639px) calc((${onPhone}) * 0.62), ${sizes}`;
}

/** A cover, 2:3 and never cropped; where no picture comes, title and names are set in type on its paper. */
export function BookCover({ book, sizes, isAlone = false, loads = "late", className = "" }: BookCoverProps) {
  const by = book.authors.length ? " by " : "";
  return (
    <span className={`cover ${className}`}>
      <img
        src={`/covers/${book.coverKey}-320.webp`}
        srcSet={widths.map((width) => `/covers/${book.coverKey}-${width}.webp ${width}w`).join(", ")}
        sizes={withoutWaste(sizes)}
        width="320"
        height="480"
        alt={isAlone ? `Cover of ${book.title}${by}${byline(book.authors)}` : ""}
        loading={loads === "late" ? "lazy" : "eager"}
        fetchPriority={loads === "first" ? "high" : "auto"}
        decoding="async"
        data-title={book.title}
        data-by={byline(book.authors)}
      />
    </span>
  );
}
