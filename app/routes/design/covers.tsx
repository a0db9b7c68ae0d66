/** Style guide: cards and rows of books, and endpapers. */
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { BookCard } from "#app/components/books/book-card.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { BookRow } from "#app/components/books/book-row.tsx";
import { Price, Saving } from "#app/components/books/price.tsx";
import { Rating } from "#app/components/books/rating.tsx";
import { RatingStars } from "#app/components/books/stars.tsx";
import type { BookCard as Book } from "#shop/catalogue/books/book.ts";
import { endpaperInks, endpaperPatterns } from "#ui/endpaper-kinds.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import { Chapter, Specimen } from "./specimen.tsx";

const cardSizes = "220px";

/** Cards and rows of books: complete, with long words, in Hindi, sold out, and without a cover. */
export function CoversChapter({ books }: { books: { name: string; book: Book }[] }) {
  const first = books[0]?.book;
  return (
    <Chapter
      id="covers"
      title="Covers"
      words="A cover is 2:3, never cropped and never in a box. A card has a cover, a title of two lines, an author, a price, one button and a heart. Hover lifts the cover by 5 px."
    >
      {books.map(({ name, book }) => (
        <Specimen key={name} name={name}>
          <div className="flex">
            <BookCard book={book} sizes={cardSizes} isRated isCategoryShown isStill />
          </div>
        </Specimen>
      ))}
      {first && (
        <>
          <Specimen name="a cover that failed to load: title and authors in its place">
            <BookCover book={{ ...first, coverKey: "not-drawn" }} isAlone sizes={cardSizes} />
          </Specimen>
          <Specimen name="a row, for quiet lists" isWide>
            <div className="flex max-w-narrow">
              <BookRow book={first} />
            </div>
          </Specimen>
          <Specimen name="price on a card">
            <Price {...first} />
          </Specimen>
          <Specimen name="price on its page, with the saving">
            <Price {...first} isLarge />
            <Saving {...first} />
          </Specimen>
          <Specimen name="rating on a card, on the book’s page, and without ratings">
            <Rating book={first} />
            <RatingStars book={{ ...first, isSampleRating: false }} />
            <RatingStars book={{ rating: null, ratingCount: 0, isSampleRating: false }} />
          </Specimen>
        </>
      )}
    </Chapter>
  );
}

/** Six patterns and seven sets of colours, in any combination. */
export function EndpapersChapter() {
  return (
    <Chapter
      id="endpapers"
      title="Endpapers"
      words="Endpapers appear where something is opened. Text is on a label, never on the print."
    >
      {endpaperPatterns.map((pattern, index) => (
        <Specimen key={pattern} name={`${pattern}, ${endpaperInks[index]}`}>
          <Endpaper pattern={pattern} inks={requiredItem(endpaperInks, index)} className="design-endpaper" />
        </Specimen>
      ))}
      <Specimen name={`scales, ${endpaperInks[6]}`}>
        <Endpaper pattern="scales" inks={endpaperInks[6]} className="design-endpaper" />
      </Specimen>
      <Specimen name="pale, under a cover">
        <Endpaper pattern="jali" inks="rose" isPale className="design-endpaper" />
      </Specimen>
      <Specimen name="with a label" isWide>
        <Endpaper pattern="buti" inks="rose" className="flex min-h-56 items-end p-3 sm:p-6">
          <div className="label max-w-[30rem] px-6 py-5">
            <p className="font-display text-h2">Poetry and plays</p>
            <p className="mt-1">Lines to learn by heart.</p>
          </div>
        </Endpaper>
      </Specimen>
    </Chapter>
  );
}
