import { SearchForm } from "#app/components/frame/search-form.tsx";
import { href } from "#routing/href.ts";
import { buttonClass, ButtonLink } from "#ui/button.tsx";

/** Empty search result: a search field with the text, and links to the request form at the foot and home. */
export function NothingFound({ query }: { query: string }) {
  return (
    <section className="mt-5 lg:mt-8">
      <h2 className="text-h3">No books found</h2>
      <p className="mt-2">Nothing on our shelves matches. Try part of the title or another spelling.</p>
      <div className="mt-4 items-center gap-x-6 gap-y-3 md:flex">
        <SearchForm
          label="Find a book"
          placeholder="Title or author"
          defaultValue={query}
          className="max-w-narrow flex-1"
        />
        <p className="flex flex-wrap gap-x-3 gap-y-1 max-md:mt-3">
          <a href="#ask" className={buttonClass("outline")}>
            Ask us for this book
          </a>
          <ButtonLink to={href("/")} variant="quiet" className="max-sm:-ml-4">
            Return to Homepage
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}
