import { EmptyState } from "#app/components/empty-state.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { href } from "#routing/href.ts";
import { buttonClass, ButtonLink } from "#ui/button.tsx";

const title = "No books found";

/**
 * Empty search result: a search field with the text, a link to the request form unless it is in sight, and a link home.
 * Without a print where similar books follow, so that these are in sight.
 */
export function NothingFound({ query, isFollowed }: { query: string; isFollowed: boolean }) {
  const advice = (
    <>
      <p>Nothing on our shelves matches. Try part of the title or another spelling.</p>
      <SearchForm label="Find a book" placeholder="Title or author" defaultValue={query} className="mt-5" />
      <p className="mt-5 flex flex-wrap gap-3">
        <a href="#ask" className={`${buttonClass()} ${isFollowed ? "" : "lg:hidden"}`}>
          Ask us for this book
        </a>
        <ButtonLink to={href("/")} variant="quiet" className="-ml-4">
          Return to Homepage
        </ButtonLink>
      </p>
    </>
  );
  if (!isFollowed) return <EmptyState title={title}>{advice}</EmptyState>;
  return (
    <section className="max-w-narrow">
      <h2 className="text-h3">{title}</h2>
      <div className="mt-3">{advice}</div>
    </section>
  );
}
