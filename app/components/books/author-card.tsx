import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { Author } from "#shop/catalogue/books/book.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Portrait } from "./portrait.tsx";

/** Card of an author that links to the author's page: portrait, name and biography. */
export function AuthorCard({ author }: { author: Author }) {
  return (
    <article className="relative flex min-h-11 gap-4">
      <Portrait author={author} sizes="(min-width: 640px) 88px, 64px" className="w-16 shrink-0 self-start sm:w-22" />
      <div className="min-w-0">
        <h2 className="text-title" lang={detectLanguage(author.name)}>
          <Link to={href("/authors/:authorId", { authorId: author.id })} className="card-link">
            {author.name}
          </Link>
        </h2>
        <p className="figures text-small text-quiet">{formatCount(author.bookCount, "book")}</p>
        {author.bio && (
          <p className="mt-1 line-clamp-3 text-small" lang={detectLanguage(author.bio)}>
            {author.bio}
          </p>
        )}
      </div>
    </article>
  );
}
