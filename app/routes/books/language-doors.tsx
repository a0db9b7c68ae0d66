import { Money } from "#app/components/books/money.tsx";
import { stockLabel } from "#app/display/stock-label.ts";
import type { BookPage } from "#shop/catalogue/books/book.ts";

import { ChoiceLink } from "./choice-link.tsx";

/** Links to the languages in which the shop has the title, each with its translated title, price and stock. */
export function LanguageDoors({ book }: { book: BookPage }) {
  return (
    <nav aria-label="Languages" className="mb-6 print:hidden">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
        {book.doors.map((door) => (
          <li key={`${door.workId} ${door.language}`} className="flex">
            <ChoiceLink
              bookId={door.id}
              isOpen={door.id === book.id}
              hrefLang={door.language}
              className="w-full wrap-anywhere"
            >
              <span className="block font-semibold" lang={door.language}>
                {door.languageName}
              </span>
              <span className="block font-display" lang={door.language}>
                {door.title}
              </span>
              <span className="figures block text-small text-quiet">
                <Money paise={door.pricePaise} />
                <span className="block">{stockLabel(door.stock)}</span>
              </span>
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
