import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { Author } from "#shop/catalogue/book.ts";

import { languageOf } from "#app/display/language-of.ts";
import { Portrait } from "./portrait.tsx";

/** Portrait, name and the beginning of the bio; the whole card leads to the author. */
export function AuthorCard({ author }: { author: Author }) {
  return (
    <article className="relative flex gap-5">
      <Portrait author={author} sizes="112px" className="w-24 shrink-0 self-start lg:w-28" />
      <div className="min-w-0">
        <h3 className="text-[1.375rem] leading-[1.15]" lang={languageOf(author.name)}>
          <Link to={href("/authors/:authorId", { authorId: author.id })} className="card-link">
            {author.name}
          </Link>
        </h3>
        {author.bio && (
          <p className="mt-1.5 line-clamp-3 text-quiet" lang={languageOf(author.bio)}>
            {author.bio}
          </p>
        )}
      </div>
    </article>
  );
}
