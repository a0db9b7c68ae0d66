import { lazy, Suspense } from "react";
import { Link } from "react-router";

import { BookShelf } from "#app/components/book-shelf.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { UnlessEmpty } from "#app/components/no-books.tsx";
import { readPageNumber } from "#app/http/page-number.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { Pagination } from "#app/components/pagination.tsx";
import { SearchForm } from "#app/components/search-form.tsx";
import { countSearchContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { searchBooks } from "#shop/search/search.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";
import { counted } from "#shop/text/counted.ts";

import type { Route } from "./+types/route";

/** Only a search in vain shows it. */
const BookRequestForm = lazy(() => import("#app/components/book-request-form.tsx"));
const maxQueryLength = 200;

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, maxQueryLength);
  const found = await searchBooks(context.get(servicesContext).db, query, readPageNumber(request.url) ?? 1);
  context.get(countSearchContext)(query, found.count);
  return { query, found };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { query } = loaderData;
  return [
    pageTitle(matches, query ? `Search Results for “${query}”` : "Search"),
    { name: "robots", content: "noindex" },
  ];
}

/** What a search found. */
export default function Search({ loaderData: { query, found } }: Route.ComponentProps) {
  if (query === "") return <NothingAsked />;
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1 break-words">Search Results for “{query}”</h1>
      {found.count > 0 ? (
        <>
          <p className="figures mt-3 text-lead text-quiet">{counted(found.count, "book")}</p>
          <SearchForm label="Find a book" defaultValue={query} className="search-large mt-6 max-w-measure" />
          <div className="mt-10 lg:mt-14">
            <BookShelf books={found.books} heading="h2" isCategoryShown isFirst />
            <Pagination
              page={found.page}
              pages={found.pages}
              label="Pages of search results"
              to={href("/search", { q: query })}
            />
          </div>
        </>
      ) : (
        <UnlessEmpty>
          <div className="mt-8">
            <EmptyState title="No books found">
              <p>Nothing on our shelves has that in its title. Try fewer letters, or another spelling.</p>
              <SearchForm label="Find a book" defaultValue={query} className="mt-5" />
              <p className="mt-5">
                <ButtonLink to={href("/")} variant="outline">
                  Return to Homepage
                </ButtonLink>
              </p>
            </EmptyState>
          </div>
          <AskForBook searched={query} />
        </UnlessEmpty>
      )}
    </div>
  );
}

/** Never a dead end: the shop may get what it does not have. */
function AskForBook({ searched }: { searched: string }) {
  return (
    <section aria-labelledby="ask" className="mt-14 gap-x-16 lg:mt-20 lg:grid lg:grid-cols-12">
      <div className="lg:col-span-5">
        <h2 id="ask" className="text-h2">
          Ask us for this book
        </h2>
        <p className="mt-3 max-w-measure text-pretty">
          We may be able to get it. A person looks for it and writes to you, usually within two working days, also when
          it cannot be had.
        </p>
      </div>
      <div className="max-lg:mt-6 lg:col-span-7">
        <Suspense>
          <BookRequestForm searched={searched} />
        </Suspense>
      </div>
    </section>
  );
}

/** The page before anything is asked. */
function NothingAsked() {
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="buti" inks="rose" className="px-4 py-14 sm:px-10 lg:py-20">
        <div className="label max-w-[36rem] px-6 py-8 sm:px-10">
          <h1 className="text-h1">Search</h1>
          <p className="mt-3">A word from the title is enough, in English or in Hindi.</p>
          <SearchForm label="Find a book" className="search-large mt-6" />
          <p className="mt-5">
            <Link to={href("/categories")} className="link inline-block py-1">
              Or walk along the shelves
            </Link>
          </p>
        </div>
      </Endpaper>
    </div>
  );
}
