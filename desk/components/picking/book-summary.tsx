import { detectLanguage } from "#app/display/detect-language.ts";
import type { PickableBook } from "#desk/http/books/book-choice.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** A book where books are chosen: its cover, title, author, format and price, and the copies that can be sold now. */
export function BookSummary({ book: { title, about, coverKey, copies } }: { book: PickableBook }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <img
        src={`/covers/${coverKey}-160.webp`}
        width="36"
        height="54"
        alt=""
        loading="lazy"
        draggable={false}
        className="h-13.5 w-9 shrink-0 object-contain object-bottom"
      />
      <span className="min-w-0">
        <span className="block font-semibold break-words" lang={detectLanguage(title)}>
          {title}
        </span>
        <span className="block text-small break-words text-quiet">{about}</span>
        <span className={`figures block text-small ${copies === 0 ? "font-semibold text-vermilion" : "text-quiet"}`}>
          {copies === 0 ? "No copy to sell" : formatCount(copies, "copy", "copies")}
        </span>
      </span>
    </span>
  );
}
