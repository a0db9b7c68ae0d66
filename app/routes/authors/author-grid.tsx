/**
 * Index of all authors by the first letter of their surname; when there are many, each letter has a page of its own.
 */
import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { AuthorIndex, IndexedAuthor, LetterCovers } from "#shop/catalogue/books/author-index.ts";
import type { Author } from "#shop/catalogue/books/book.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ArrowRightIcon } from "#ui/icons.tsx";
import { authorListPath, formatInitial } from "./beginnings.ts";
import { IntroducedAuthor } from "./introduced-author.tsx";

const counts = new Intl.NumberFormat("en-IN");

type Name = Pick<IndexedAuthor, "id" | "name" | "bookCount" | "letter">;
type Index = Omit<AuthorIndex, "authors"> & { authors: Name[] };

interface AuthorGridProps {
  index: Index;
  covers: LetterCovers;
  /** Authors shown at the top with a cover and biography. */
  introduced: Author[];
  /** Covers of the introduced authors, by their ids. */
  introducedCovers: LetterCovers;
}

/** A few authors with a cover and biography, then shelves of names with the covers of some of their books. */
export function AuthorGrid({ index, covers, introduced, introducedCovers }: AuthorGridProps) {
  const { shown, letters, authors } = index;
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Authors</h1>
      <p className="mt-3 text-lead text-quiet">Everyone on our shelves, by surname.</p>
      {letters.length > 1 && introduced.length > 0 && (
        <ul aria-label="Some of our authors" className="introduced-authors">
          {introduced.map((author) => (
            <li key={author.id}>
              <IntroducedAuthor author={author} cover={introducedCovers[author.id]?.[0]} />
            </li>
          ))}
        </ul>
      )}
      {letters.length > 1 && (
        <SearchForm label="Find an author" placeholder="An author’s name" className="mt-6 max-w-narrow sm:mt-8" />
      )}
      {letters.length === 0 && <NoAuthors />}
      {letters.length > 1 && <Letters index={index} />}
      {shown === null ? (
        [...Map.groupBy(authors, ({ letter }) => letter)].map(([letter, group]) => (
          <Section key={letter} beginning={letter} authors={group} covers={covers[letter] ?? []} />
        ))
      ) : (
        <OneBeginning index={index} shown={shown} covers={authors[0] ? (covers[authors[0].letter] ?? []) : []} />
      )}
    </div>
  );
}

const letterLink =
  "grid min-h-11 min-w-11 place-items-center px-2 font-display text-lead text-action hover:underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline";

function Letters({ index: { letters, shown, beginnings } }: { index: Index }) {
  const isLetter = (beginning: string) => beginning === shown || (shown?.length === 2 && beginning === shown[0]);
  return (
    <nav aria-label="Authors by first letter" className="mt-3 sm:mt-6">
      <ul className="-mx-2 flex flex-wrap">
        {letters.map(({ beginning }) => (
          <li key={beginning} lang={detectLanguage(formatInitial(beginning))}>
            {shown === null ? (
              <a href={`#letter-${beginning}`} className={letterLink}>
                {formatInitial(beginning)}
              </a>
            ) : (
              <Link
                to={authorListPath(beginning)}
                aria-current={isLetter(beginning) ? "true" : undefined}
                className={letterLink}
              >
                {formatInitial(beginning)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {beginnings.length > 1 && (
        <div className="mt-2 border-t border-line pt-2">
          <ul className="-mx-2 flex flex-wrap">
            {beginnings.map(({ beginning }) => (
              <li key={beginning}>
                <Link
                  to={authorListPath(beginning)}
                  aria-current={beginning === shown ? "true" : undefined}
                  className={letterLink}
                >
                  {formatInitial(beginning)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}

interface OneBeginningProps {
  index: Index;
  shown: string;
  covers: Covers;
}

function OneBeginning({ index: { count, authors, next }, shown, covers }: OneBeginningProps) {
  if (authors.length === 0)
    return (
      <div className="mt-10">
        <EmptyState title={`No authors under ${formatInitial(shown)}`}>
          <p>No author with a surname under this letter has a book on our shelves.</p>
          <p className="mt-5">
            <ButtonLink to={href("/authors")}>See all authors</ButtonLink>
          </p>
        </EmptyState>
      </div>
    );
  return (
    <>
      <Section beginning={shown} authors={authors} covers={covers} />
      {count > authors.length && (
        <nav
          aria-label="Further authors"
          className="figures mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4"
        >
          <span className="text-quiet">
            {authors.length} of {counts.format(count)} authors under {formatInitial(shown)}
          </span>
          {next === null ? (
            <Link to={authorListPath(shown)} className="link inline-flex min-h-11 items-center font-semibold">
              Back to the first page
            </Link>
          ) : (
            <Link
              to={authorListPath(shown, next)}
              rel="next"
              className="link inline-flex min-h-11 items-center gap-2 font-semibold"
            >
              Next
              <ArrowRightIcon className="size-5" />
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

type Covers = LetterCovers[string];

/** Authors under a letter: their names, and covers of some of their books. */
function Section({ beginning, authors, covers }: { beginning: string; authors: Name[]; covers: Covers }) {
  const id = `letter-${beginning}`;
  const initial = formatInitial(beginning);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="author-shelf">
      <h2 id={`${id}-title`} lang={detectLanguage(initial)} className="text-h1 leading-none lg:text-numeral">
        {initial}
      </h2>
      <ul className="author-names">
        {authors.map(({ id: authorId, name, bookCount }) => (
          <li key={authorId}>
            <Link
              to={href("/authors/:authorId", { authorId })}
              lang={detectLanguage(name)}
              className="quiet-link inline-block py-1 text-title"
            >
              {name}
            </Link>
            {bookCount > 1 && (
              <span className="figures text-small text-quiet">
                {" "}
                {counts.format(bookCount)}
                <span className="sr-only"> books</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <ul aria-label={`Books by authors under ${initial}`} className="author-covers">
        {covers.map((book) => (
          <li key={book.id}>
            <Link to={href("/books/:bookId", { bookId: book.id })} className="block">
              <BookCover book={book} isAlone sizes="80px" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoAuthors() {
  return (
    <div className="mt-10">
      <EmptyState title="No authors yet">
        <p>None of the books on our shelves has a named author. You can still find the books.</p>
        <p className="mt-5">
          <ButtonLink to={href("/")}>See the books</ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
