import { BookCard } from "#app/components/book-card.tsx";
import { describeEdition } from "#app/routes/books/describe-edition.ts";
import type { BookValues } from "#shop/books/book-values.ts";
import { cardOf, pageOf, type PreviewedBook } from "./preview-book.ts";

interface BookPreviewProps {
  values: BookValues;
  book: PreviewedBook;
  /** The address of its page, and the shop that it belongs to. */
  url: string;
  shopName: string;
}

const shownDescription = 160;

/** The book as readers would see it: its card, by the shop's own component, and its page's head as search engines show it. */
export function BookPreview({ values, book, url, shopName }: BookPreviewProps) {
  const { title, description } = describeEdition(pageOf(values, book), 1);
  const isCut = description.length > shownDescription;
  return (
    <section aria-labelledby="preview" className="grid gap-4">
      <h2 id="preview" className="text-title">
        What readers see
      </h2>
      {/* It is looked at, not used: its links and buttons lead nowhere from here. */}
      <div inert className="max-h-[40rem] w-52 max-w-full overflow-hidden wrap-anywhere">
        <BookCard book={cardOf(values, book)} sizes="208px" isStill isCategoryShown loads="soon" />
      </div>
      <div className="desk-card min-w-0 p-3 text-small break-words">
        <p className="line-clamp-2 text-quiet">{url}</p>
        <p className="line-clamp-2 font-semibold">
          {title} - {shopName}
        </p>
        <p>
          {description.slice(0, shownDescription)}
          {isCut && "…"}
        </p>
      </div>
    </section>
  );
}
