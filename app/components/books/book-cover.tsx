import { byline, type BookCard } from "#shop/catalogue/books/book.ts";

const widths = [160, 240, 320, 480, 720, 960];

interface BookCoverProps {
  book: Pick<BookCard, "coverKey" | "title" | "authors">;
  /** Rendered width of the cover, as the `sizes` attribute. */
  sizes: string;
  /** Whether no title is visible next to the cover; then its `alt` text contains title and authors. */
  isAlone?: boolean;
  /**
   * `first` for the one picture that the first paint waits for, `soon` for pictures above the fold, `late` for lazy
   * loading.
   */
  loads?: "first" | "soon" | "late";
  className?: string;
}

/** Reduces `sizes` on phones with a pixel ratio of 3: covers at ratio 2 look the same there and have half the bytes. */
function withoutWaste(sizes: string): string {
  const onPhone = sizes.split(", ").at(-1);
  return `(min-resolution: 2.75dppx) and (max-width: 639px) calc((${onPhone}) * 0.62), ${sizes}`;
}

/** Cover of a book, 2:3 and never cropped; when the picture fails to load, title and authors are shown in its place. */
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
