/**
 * Index of all authors by the first letter of their surname; when there are many, each letter has a page of its own.
 */
import { Link } from "react-router";

import { AuthorCard } from "#app/components/books/author-card.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { UnlessEmpty } from "#app/components/shelves/no-books.tsx";
import { href } from "#routing/href.ts";
import type { AuthorIndex, IndexedAuthor } from "#shop/catalogue/books/author-index.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ArrowRightIcon } from "#ui/icons.tsx";
import { authorListPath, formatInitial } from "./beginnings.ts";

const counts = new Intl.NumberFormat("en-IN");

export function AuthorGrid({ index }: { index: AuthorIndex }) {
  const { shown, letters, authors } = index;
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Authors</h1>
      <p className="mt-3 text-lead text-quiet">Everyone who wrote what is on our shelves, by surname.</p>
      {letters.length > 1 && (
        <SearchForm label="Find an author" placeholder="An author’s name" className="mt-6 max-w-narrow" />
      )}
      {letters.length === 0 && <NoAuthors />}
      {letters.length > 1 && <Letters index={index} />}
      {shown === null ? (
        [...Map.groupBy(authors, ({ letter }) => letter)].map(([letter, group]) => (
          <Section key={letter} beginning={letter} authors={group} />
        ))
      ) : (
        <OneBeginning index={index} shown={shown} />
      )}
    </div>
  );
}

const letterLink =
  "grid min-h-11 min-w-11 place-items-center px-2 font-display text-lead text-action hover:underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline";

function Letters({ index: { letters, shown, beginnings } }: { index: AuthorIndex }) {
  const isLetter = (beginning: string) => beginning === shown || (shown?.length === 2 && beginning === shown[0]);
  return (
    <nav aria-label="Authors by first letter" className="mt-6">
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

function OneBeginning({ index: { count, authors, next }, shown }: { index: AuthorIndex; shown: string }) {
  if (authors.length === 0)
    return (
      <UnlessEmpty>
        <div className="mt-10">
          <EmptyState title={`No authors under ${formatInitial(shown)}`}>
            <p>No author with a surname under this letter has a book on our shelves.</p>
            <p className="mt-5">
              <ButtonLink to={href("/authors")}>See all authors</ButtonLink>
            </p>
          </EmptyState>
        </div>
      </UnlessEmpty>
    );
  return (
    <>
      <Section beginning={shown} authors={authors} />
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

function Section({ beginning, authors }: { beginning: string; authors: IndexedAuthor[] }) {
  const id = `letter-${beginning}`;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-10 grid gap-x-8 gap-y-5 border-t border-line pt-6 lg:grid-cols-12 lg:pt-8"
    >
      <h2
        id={`${id}-title`}
        lang={detectLanguage(formatInitial(beginning))}
        className="text-h1 leading-none lg:text-numeral"
      >
        {formatInitial(beginning)}
      </h2>
      <ul className="grid grid-cols-2 gap-x-5 gap-y-3 sm:gap-x-10 sm:gap-y-5 lg:col-span-11 lg:pl-6 min-[100rem]:grid-cols-3">
        {authors.map((author) => (
          <li key={author.id}>
            <AuthorCard author={author} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoAuthors() {
  return (
    <UnlessEmpty>
      <div className="mt-10">
        <EmptyState title="No authors yet">
          <p>None of the books on our shelves has a named author. You can still find the books.</p>
          <p className="mt-5">
            <ButtonLink to={href("/")}>See the books</ButtonLink>
          </p>
        </EmptyState>
      </div>
    </UnlessEmpty>
  );
}
