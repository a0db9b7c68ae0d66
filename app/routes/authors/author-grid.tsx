import { AuthorCard } from "#app/components/author-card.tsx";
import { languageOf } from "#app/display/language-of.ts";
import { MoreBySearch } from "#app/components/more-by-search.tsx";
import type { Author, CutList } from "#shop/catalogue/book.ts";

/** All authors as an index at the back of a book: by first letter, each with portrait, name and the beginning of the bio. */
export function AuthorGrid({ authors }: { authors: CutList<Author> }) {
  const letters = Map.groupBy(authors.rows, (author) => letterOf(author.name));
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Authors</h1>
      <p className="mt-3 text-lead text-quiet">Everyone who wrote what is on our shelves.</p>
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
