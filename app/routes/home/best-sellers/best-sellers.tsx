import { BookCard } from "#app/components/books/book-card.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { href } from "#routing/href.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import type { BookCard as Book } from "#shop/catalogue/books/book.ts";

import type { ReaderSentence } from "#app/routes/home/reader-sentence.ts";

interface BestSellersProps {
  books: Book[];
  /** How the chart is ranked. */
  words: string;
  /** Sentence from a review, by book id. */
  sentences: Record<string, ReaderSentence>;
  /** Whether copies sold rank the books. */
  isOfSales: boolean;
}

/**
 * Three or four best sellers as a shelf of covers, with a reader's sentence for each. If a book has none, all show
 * ratings instead, unless sales rank them: their order would look wrong.
 */
export function BestSellers({ books, words, sentences, isOfSales }: BestSellersProps) {
  if (!books[2]) return null;
  const areQuoted = books.every(({ id }) => sentences[id]);
  return (
    <section
      aria-labelledby="best-title"
      className="far-below mt-8 overflow-x-clip bg-sunk pt-8 pb-8 sm:mt-16 sm:py-12"
    >
      <div className="page">
        <SectionHeading
          id="best-title"
          title="Best Sellers"
          words={words}
          more={{ label: "All best sellers", to: href("/best-sellers") }}
        />
        <ul className="shelf">
          {books.map((book) => (
            <li key={book.id} className="flex">
              <BookCard
                book={book}
                isRated={!areQuoted && !isOfSales}
                sizes="(min-width: 1240px) 228px, (min-width: 1024px) 18vw, (min-width: 640px) 22vw, 40vw"
              >
                {areQuoted && <Said {...sentences[book.id]!} />}
              </BookCard>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Sentence of a reader below a cover; hidden on a phone, where readers' sentences have a section of their own. */
function Said({ words, name }: ReaderSentence) {
  return (
    <figure className="mt-2.5 text-small max-sm:hidden">
      <blockquote lang={detectLanguage(words)}>“{words}”</blockquote>
      <figcaption className="text-quiet" lang={detectLanguage(name)}>
        {name}
      </figcaption>
    </figure>
  );
}
