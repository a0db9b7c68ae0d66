import { BookCard } from "#app/components/books/book-card.tsx";
import { describeEdition } from "#app/routes/books/describe-edition.ts";
import { useDesk } from "#desk/components/frame/use-desk.ts";
import { showInLook } from "#desk/pages/look/show-in-look.ts";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { PagePreview } from "./page-preview.tsx";
import { cardOf, newBookOf, pageOf, type PreviewedBook } from "./preview-book.ts";

export interface BookPreviewProps {
  values: BookValues;
  /** Null for a new book. */
  book: PreviewedBook | null;
  /** The URL of the book's page in the shop, as far as it is known. */
  url: string;
  shopName: string;
}

const shownDescription = 160;

/** Previews a book with the shop's own components: its card, its page, and its result in a search engine. */
export default function BookPreview({ values, book, url, shopName }: BookPreviewProps) {
  const previewed = book ?? newBookOf(values);
  const page = pageOf(values, previewed);
  const { title, description } = describeEdition(page, 1);
  const look = useDesk()?.look;
  const isCut = description.length > shownDescription;
  return (
    <section aria-labelledby="preview" className="grid gap-4">
      <h2 id="preview" className="text-title">
        What readers would see
      </h2>
      {/* Inert: the links and buttons of the preview must not work. */}
      <div
        ref={(preview) => look && showInLook(preview, look)}
        inert
        className={`desk-preview grid items-start gap-4 wrap-anywhere sm:max-lg:grid-cols-[13rem_minmax(0,1fr)] ${page.mrpPaise === 0 ? "desk-unpriced" : ""}`}
      >
        <div className={`max-h-[40rem] w-52 max-w-full overflow-hidden ${book ? "" : "desk-undrawn"}`}>
          <BookCard
            book={cardOf(values, previewed)}
            sizes="208px"
            isStill
            isCategoryShown
            loads={book ? "soon" : "late"}
          />
        </div>
        <PagePreview book={page} />
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
