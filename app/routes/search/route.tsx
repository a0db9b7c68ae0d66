/** Search page: results as a shelf, spelling suggestions, and a request form when nothing was found. */
import { lazy, Suspense } from "react";
import { Link } from "react-router";

import { BookRow } from "#app/components/books/book-row.tsx";
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { countSearchContext, servicesContext } from "#app/http/context.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { href } from "#routing/href.ts";
import { byline, type BookCard } from "#shop/catalogue/books/book.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import type { FoundIsbn } from "#shop/catalogue/search/find-isbn.server.ts";
import { findSearchShelf } from "#shop/catalogue/search/search-shelf.server.ts";
import { writtenAs } from "#shop/catalogue/search/restore-spelling.ts";
import type { Services } from "#shop/services.ts";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";
import { NothingFound } from "./nothing-found.tsx";
import { AboutIsbn, asTypedParameter, Corrected, NearestSpelling, type IsbnNote } from "./search-notes.tsx";

/** Loaded only when a search finds nothing. */
const BookRequestForm = lazy(() => import("#app/components/forms/book-request-form.tsx"));
const maxQueryLength = 200;
/** Number of best sellers shown without a search or a result. */
const chartBooks = 5;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db: own, publicDb: db = own } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const typed = (searchParams.get("q") ?? "").trim().slice(0, maxQueryLength);
  const asked = readShelfQuery(request.url, "own");
  const isAsTyped = searchParams.has(asTypedParameter);
  const { shelf, search, corrected } = await findSearchShelf(db, typed, asked.choice, { isAsTyped });
  const { found, isCutShort, near, isbn } = search;
  if (typed) context.get(countSearchContext)(typed, found.length);
  const to = href("/search", { q: corrected ?? typed });
  const [page, nearBooks, isbnNote, toBeginWith] = await Promise.all([
    found.length > 0 ? loadShelf(db, shelf, asked, { to, ownSort: "own" }) : null,
    listCardsByIds(
      db,
      near.map(({ bookId }) => bookId),
    ),
    isbn && describeIsbn(db, isbn),
    found.length === 0 && near.length === 0 && !isbn ? listBestSellers(db, chartBooks) : [],
  ]);
  const shown = corrected === null ? nearBooks : (page?.books ?? []);
  const written = (text: string | null) =>
    text &&
    writtenAs(
      text,
      shown.flatMap(({ title, authors }) => [title, byline(authors)]),
    );
  const query = written(corrected) ?? typed;
  const nearest = written(search.nearest);
  return { query, typed, shelf: page, isCutShort, nearest, near: nearBooks, isbn: isbnNote, toBeginWith };
}

async function describeIsbn(db: Services["db"], { given, bookId, wrongDigit }: FoundIsbn): Promise<IsbnNote> {
  if (!wrongDigit) return { given, isKnown: bookId !== null, mayBe: null };
  const cards = await listCardsByIds(
    db,
    wrongDigit.mayBe.map((one) => one.bookId),
  );
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  return {
    given,
    isKnown: false,
    mayBe: wrongDigit.mayBe.flatMap(({ bookId, isbn13, place, digits }) => {
      const title = titles.get(bookId);
      return title === undefined ? [] : [{ bookId, title, isbn13, place, digits }];
    }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { query } = loaderData;
  return [
    pageTitle(matches, query ? `Search Results for “${query}”` : "Search"),
    { name: "description", content: "Find a book by its title, author, series or ISBN, in any script of India." },
    { name: "robots", content: "noindex" },
  ];
}

export default function Search({
  loaderData: { query, typed, shelf, isCutShort, nearest, near, isbn, toBeginWith },
}: Route.ComponentProps) {
  if (query === "") return <EmptySearch books={toBeginWith} />;
  return (
    <div className="page pt-4 sm:pt-8 lg:pt-10">
      <h1 className="break-words max-sm:text-h2 sm:text-h1">Search Results for “{query}”</h1>
      {isbn && <AboutIsbn isbn={isbn} />}
      {typed !== query && <Corrected typed={typed} />}
      {nearest && <NearestSpelling nearest={nearest} />}
      {isCutShort && (
        <p role="status" className="mt-4 max-w-measure text-quiet">
          This search took too long and was stopped, so some books may be missing. Try a longer word.
        </p>
      )}
      {shelf ? (
        <div className="mt-3 sm:mt-4 lg:mt-6">
          <ShelfView
            shelf={shelf}
            name="search results"
            ownOrder="Best match"
            sorts={["own", "popularity", "newest", "rating", "title", "price", "price-down"]}
            heading="h2"
            isCategoryShown
            isFirst
          />
        </div>
      ) : (
        <>
          {near.length > 0 ? (
            <>
              <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-12 xl:gap-x-16">
                <div className="lg:col-span-5">
                  <NothingFound query={query} isFollowed />
                </div>
                <section aria-labelledby="near-title" className="lg:col-span-7">
                  <h2 id="near-title" className="text-h3">
                    Perhaps one of these
                  </h2>
                  <ul className="mt-4 grid gap-8 sm:grid-cols-2">
                    {near.map((book) => (
                      <li key={book.id} className="flex">
                        <BookRow book={book} />
                      </li>
                    ))}
                  </ul>
                </section>
              </div>
              <div className="mt-14 lg:mt-20">
                <AskForBook searched={query} isWide />
              </div>
            </>
          ) : (
            <div className="mt-6 grid gap-x-12 gap-y-14 lg:grid-cols-2 xl:gap-x-16">
              <NothingFound query={query} isFollowed={false} />
              <AskForBook searched={query} />
            </div>
          )}
          <ChartShelf books={toBeginWith} />
        </>
      )}
    </div>
  );
}

/** Form below a search without results, to request the book. */
function AskForBook({ searched, isWide = false }: { searched: string; isWide?: boolean }) {
  return (
    <section aria-labelledby="ask" className={isWide ? "gap-x-16 lg:grid lg:grid-cols-12" : ""}>
      <div className="lg:col-span-5">
        <h2 id="ask" className="text-h2">
          Ask us for this book
        </h2>
        <p className="mt-3 max-w-measure text-pretty">
          We may be able to get it. A person looks for it and writes to you, usually within two working days. If we
          cannot get it, we tell you that too.
        </p>
      </div>
      <div className={isWide ? "max-lg:mt-6 lg:col-span-7" : "mt-6"}>
        <Suspense>
          <BookRequestForm searched={searched} />
        </Suspense>
      </div>
    </section>
  );
}

/** Page without a search text, with the first best sellers. */
function EmptySearch({ books }: { books: BookCard[] }) {
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="buti" inks="rose" className="px-4 py-10 sm:px-10 lg:py-12">
        <div className="label max-w-[40rem] px-6 py-8 sm:px-10">
          <h1 className="text-h1">Search</h1>
          <p className="mt-3">A word from the title or the author’s name is enough, in any script of India.</p>
          <SearchForm label="Find a book" placeholder="Title or author" className="search-large mt-6" />
          <p className="mt-5">
            <Link to={href("/categories")} className="link inline-block py-1">
              Or walk along the shelves
            </Link>
          </p>
        </div>
      </Endpaper>
      <ChartShelf books={books} />
    </div>
  );
}

/** First books of the best-seller chart. */
function ChartShelf({ books }: { books: BookCard[] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="begin-title" className="pt-14 lg:pt-20">
      <SectionHeading
        id="begin-title"
        title="From the best sellers"
        more={{ label: "All best sellers", to: href("/best-sellers") }}
      />
      <BookShelf books={books} columns={5} heading="h3" isCategoryShown />
    </section>
  );
}
