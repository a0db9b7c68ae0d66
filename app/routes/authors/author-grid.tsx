import { AuthorCard } from "#app/components/author-card.tsx";
import type { Author } from "#shop/catalogue/book.ts";

/** All authors, with portrait, name and the beginning of the bio. */
export function AuthorGrid({ authors }: { authors: Author[] }) {
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">Authors</h1>
      <p className="mt-3 text-lead text-quiet">Everyone who wrote what is on our shelves.</p>
      <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:mt-14 lg:grid-cols-3 lg:gap-y-14">
        {authors.map((author) => (
          <li key={author.id}>
            <AuthorCard author={author} />
          </li>
        ))}
      </ul>
    </div>
  );
}
