import { Fragment } from "react";
import { Link } from "react-router";

import { href } from "#routing/href.ts";
import type { AuthorLink } from "#shop/catalogue/books/book.ts";

import { detectLanguage } from "#app/display/detect-language.ts";

/** Names of a book's authors, as links to their pages; nothing without authors. */
export function AuthorNames({ authors, className = "" }: { authors: AuthorLink[]; className?: string }) {
  if (!authors[0]) return null;
  return (
    <p className={`py-[3px] wrap-anywhere ${className}`}>
      {authors.map((author, index) => (
        <Fragment key={author.id}>
          {index > 0 && <span>, </span>}
          <Link
            to={href("/authors/:authorId", { authorId: author.id })}
            lang={detectLanguage(author.name)}
            className="quiet-link relative z-10 py-1"
          >
            {author.name}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
