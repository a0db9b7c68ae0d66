import { detectLanguage } from "#app/display/detect-language.ts";
import { CitedText } from "#app/components/cited-text.tsx";
import { ListedBook } from "#app/components/books/listed-book.tsx";
import { Portrait } from "#app/components/books/portrait.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { SameShelf } from "#app/components/shelves/more-books.tsx";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { href } from "#routing/href.ts";
import type { Author, BookCard } from "#shop/catalogue/books/book.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ArrowLeftIcon } from "#ui/icons.tsx";

interface OneAuthorProps {
  author: Author;
  shelf: LoadedShelf;
  /** Text about the author's only book; empty if there are more. */
  about: string;
  /** Books by others that follow the author's. */
  alike: BookCard[];
}

/** Page of one author: portrait, biography, books, and related books by others. */
export function OneAuthor({ author, shelf, about, alike }: OneAuthorProps) {
  // The page names its author once: below the books only of several authors stand names.
  const books = shelf.books.map((book) =>
    book.authors.length === 1 && book.authors[0]?.id === author.id ? { ...book, authors: [] } : book,
  );
  // A single card would be lost in a row for four.
  const single = books.length === 1 ? books[0] : undefined;
  return (
    <div className="page pt-6 lg:pt-10">
      <ButtonLink to={href("/authors")} variant="quiet" className="-ml-4">
        <ArrowLeftIcon className="size-5" />
        Back to all authors
      </ButtonLink>
      <div className="mt-4 grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-5 gap-y-4 sm:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-10 lg:gap-y-0">
        <Portrait
          author={author}
          sizes="(min-width: 1024px) 176px, (min-width: 640px) 144px, 88px"
          className={`w-full ${author.bio ? "lg:row-span-2" : ""}`}
        />
        <div className={author.bio ? "lg:self-end" : ""}>
          <h1 className="text-h1" lang={detectLanguage(author.name)}>
            {author.name}
          </h1>
          {author.otherNames.map((name) => (
            <p key={name} className="mt-1 font-display text-h3 text-quiet" lang={detectLanguage(name)}>
              {name}
            </p>
          ))}
        </div>
        {author.bio && (
          <p
            className="reading max-lg:col-span-full lg:col-start-2 lg:mt-3 lg:self-start"
            lang={detectLanguage(author.bio)}
          >
            <CitedText text={author.bio} titles={shelf.books.map(({ title }) => title)} />
          </p>
        )}
      </div>
      <section aria-labelledby="books-title" className="pt-8 lg:pt-10">
        <SectionHeading
          id="books-title"
          className="mb-2 sm:mb-4"
          title={
            <>
              Books by <span lang={detectLanguage(author.name)}>{author.name}</span>
            </>
          }
        />
        {shelf.total.count > 0 || shelf.isAsked ? (
          <ShelfView
            shelf={{ ...shelf, books }}
            name={`books by ${author.name}`}
            ownOrder="Best rated"
            sorts={["rating", "popularity", "newest", "title", "price", "price-down"]}
            isCategoryShown
            isBelow
          >
            {single && <ListedBook book={single} heading="h3" note={about} loads="soon" />}
          </ShelfView>
        ) : (
          <p>None of these books is on our shelves at the moment.</p>
        )}
      </section>
      <SameShelf books={alike} category={shelf.books[0]?.category} />
    </div>
  );
}
