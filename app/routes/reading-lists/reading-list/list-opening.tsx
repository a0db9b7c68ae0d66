import { BookCover } from "#app/components/books/book-cover.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pickEndpaper } from "#app/display/pick-endpaper.ts";
import type { ReadingList } from "#shop/catalogue/content/reading-list.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Endpaper } from "#ui/endpaper.tsx";

const coversShown = 3;

/**
 * Name of the list on a label over its endpaper, with covers of the last books, because the first books follow directly
 * below.
 */
export function ListOpening({ list }: { list: ReadingList }) {
  return (
    <Endpaper {...pickEndpaper(list)} className="list-endpaper max-sm:mx-[calc(-1*var(--gutter))]">
      <ul aria-hidden="true" className="list-covers">
        {list.books.slice(-coversShown).map(({ book }, index) => (
          <li key={book.id}>
            <BookCover book={book} sizes="(min-width: 734px) 176px, 24vw" loads={index === 1 ? "first" : "soon"} />
          </li>
        ))}
      </ul>
      <div className="label max-w-[34rem] px-6 py-6 sm:px-9 sm:py-8">
        <p className="figures text-small font-semibold text-quiet">
          Reading list, {formatCount(list.books.length, "book")}
        </p>
        <h1 className="mt-1 text-h1" lang={detectLanguage(list.title)}>
          {list.title}
        </h1>
        <p className="mt-3 text-lead">{list.summary}</p>
      </div>
    </Endpaper>
  );
}
