import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { Portrait } from "#app/components/books/portrait.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { LetterCovers } from "#shop/catalogue/books/author-index.ts";
import type { Author } from "#shop/catalogue/books/book.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

interface IntroducedAuthorProps {
  author: Author;
  /** The best rated book. */
  cover: LetterCovers[string][number] | undefined;
}

/** An author at the top of the index, with a cover or else the portrait; the biography is left out on a phone. */
export function IntroducedAuthor({ author, cover }: IntroducedAuthorProps) {
  return (
    <article className="introduced-author book-card">
      {cover ? (
        <BookCover book={cover} loads="soon" sizes="(min-width: 640px) 88px, 22vw" />
      ) : (
        <Portrait author={author} sizes="(min-width: 640px) 88px, 22vw" className="w-full" />
      )}
      <div className="min-w-0">
        <h2 className="text-title max-sm:text-small" lang={detectLanguage(author.name)}>
          <Link to={href("/authors/:authorId", { authorId: author.id })} className="card-link">
            {author.name}
          </Link>
        </h2>
        <p className="figures text-small text-quiet">{formatCount(author.bookCount, "book")}</p>
        {author.bio && (
          <p className="mt-1 line-clamp-4 text-small max-sm:hidden" lang={detectLanguage(author.bio)}>
            {author.bio}
          </p>
        )}
      </div>
    </article>
  );
}
