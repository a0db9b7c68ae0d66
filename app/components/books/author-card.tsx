import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { Author } from "#shop/catalogue/books/book.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Portrait } from "./portrait.tsx";

/** Card of an author that links to the author's page; phones show neither portrait nor biography. */
export function AuthorCard({ author }: { author: Author }) {
  return (
    <article className="relative flex min-h-11 items-center gap-4 sm:items-start">
      <Portrait author={author} sizes="44px" className="w-11 shrink-0 max-sm:hidden" />
      <div className="min-w-0">
        <h3 className="inline text-title" lang={detectLanguage(author.name)}>
          <Link to={href("/authors/:authorId", { authorId: author.id })} className="card-link text-action">
            {author.name}
          </Link>
        </h3>
        <p className="figures text-small text-quiet sm:ml-2.5 sm:inline">{formatCount(author.bookCount, "book")}</p>
        {author.bio && (
          <p className="mt-0.5 text-small max-sm:hidden" lang={detectLanguage(author.bio)}>
            {author.bio}
          </p>
        )}
      </div>
    </article>
  );
}
