import { EmptyState } from "#app/components/empty-state.tsx";
import { SearchForm } from "#app/components/frame/search-form.tsx";
import { href } from "#routing/href.ts";
import { buttonClass, ButtonLink } from "#ui/button.tsx";

/** Empty search result: a search field with the text, a link to the request form, and a link home. */
export function NothingFound({ query }: { query: string }) {
  return (
    <EmptyState title="No books found">
      <p>No book on our shelves matches that. Try a part of the title, or another spelling.</p>
      <SearchForm label="Find a book" placeholder="Title or author" defaultValue={query} className="mt-5" />
      <p className="mt-5 flex flex-wrap gap-3">
        <a href="#ask" className={buttonClass()}>
          Ask us for this book
        </a>
        <ButtonLink to={href("/")} variant="quiet" className="-ml-4">
          Return to Homepage
        </ButtonLink>
      </p>
    </EmptyState>
  );
}
