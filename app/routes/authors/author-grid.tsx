import { AuthorCard } from "#app/components/author-card.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { UnlessEmpty } from "#app/components/no-books.tsx";
import { MoreBySearch } from "#app/components/more-by-search.tsx";
import { href } from "#routing/href.ts";
import type { Author, CutList } from "#shop/catalogue/book.ts";
import { ButtonLink } from "#ui/button.tsx";

/** All authors as an index at the back of a book: by first letter, each with portrait, name and the beginning of the bio. */
export function AuthorGrid({ authors }: { authors: CutList<Author> }) {
  const letters = Map.groupBy(authors.rows, (author) => letterOf(author.name));
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Authors</h1>
      <p className="mt-3 text-lead text-quiet">Everyone who wrote what is on our shelves.</p>
      {authors.rows.length === 0 && <NoAuthors />}
      {letters.size > 1 && (
        <nav aria-label="Authors by first letter" className="mt-6">
          <ul className="-mx-2 flex flex-wrap">
            {[...letters.keys()].map((letter) => (
              <li key={letter}>
                <a
                  href={`#${anchorOf(letter)}`}
                  lang={languageOf(letter)}
                  className="grid min-h-11 min-w-11 place-items-center px-2 font-display text-lead text-action hover:underline"
                >
                  {letter}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {[...letters].map(([letter, group]) => (
        <section
          key={letter}
          id={anchorOf(letter)}
          aria-labelledby={`${anchorOf(letter)}-title`}
          className="mt-10 grid gap-x-8 gap-y-5 border-t border-line pt-6 lg:grid-cols-12 lg:pt-8"
        >
          <h2
            id={`${anchorOf(letter)}-title`}
            lang={languageOf(letter)}
            className="text-h1 leading-none lg:text-numeral"
          >
            {letter}
          </h2>
          <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:col-span-11 lg:gap-y-11 lg:pl-6 xl:grid-cols-3">
            {group.map((author) => (
              <li key={author.id}>
                <AuthorCard author={author} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {authors.isCut && (
        <MoreBySearch>
          These are the first {authors.rows.length} authors by name. To find another author, search for one of their
          books: its page links to them.
        </MoreBySearch>
      )}
    </div>
  );
}

function NoAuthors() {
  return (
    <UnlessEmpty>
      <div className="mt-10">
        <EmptyState title="No authors yet">
          <p>None of the books on our shelves names who wrote it. The books are there all the same.</p>
          <p className="mt-5">
            <ButtonLink to={href("/")}>See the books</ButtonLink>
          </p>
        </EmptyState>
      </div>
    </UnlessEmpty>
  );
}

/** Names in other scripts stand together under the first of their own letters. */
function letterOf(name: string): string {
  const first = name.normalize("NFD").charAt(0).toUpperCase();
  if (/[A-Z]/.test(first)) return first;
  return /\p{Script=Devanagari}/u.test(first) ? "अ" : "#";
}

function anchorOf(letter: string): string {
  return /[A-Z]/.test(letter)
    ? `letter-${letter.toLowerCase()}`
    : letter === "अ"
      ? "letter-devanagari"
      : "letter-other";
}
