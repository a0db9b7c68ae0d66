/** Page of the books that have arrived, which the reader may review, and of the reviews they have written. */
import { Link } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { GivenStars } from "#app/components/books/stars.tsx";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { listOwnReviews, type ReviewableBook } from "#shop/people/reviews/list-own-reviews.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Badge } from "#ui/badge.tsx";
import type { Route } from "./+types/reviews.route";

export async function loader({ context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  return { books: await listOwnReviews(context.get(servicesContext), reader.id) };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Your reviews"), { name: "robots", content: "noindex" }];
}

export default function Reviews({ loaderData: { books } }: Route.ComponentProps) {
  const unwritten = books.filter(({ own }) => own === null);
  const written = books.filter(({ own }) => own !== null);
  if (books.length === 0) {
    return (
      <AccountLayout title="Your reviews">
        <div className="mt-8">
          <EmptyState title="Nothing to review yet" endpaper={{ pattern: "buti", inks: "haldi" }}>
            <p>The books you buy here will appear on this page once they have arrived.</p>
            <p className="mt-5">
              <ButtonLink to={href("/best-sellers")}>See the best sellers</ButtonLink>
            </p>
          </EmptyState>
        </div>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout title="Your reviews">
      {written.length > 0 && <Shelf id="written" title="What you wrote" books={written} />}
      {unwritten.length > 0 && <Shelf id="unwritten" title="What did you think?" books={unwritten} />}
    </AccountLayout>
  );
}

function Shelf({ id, title, books }: { id: string; title: string; books: ReviewableBook[] }) {
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-10">
      <h2 id={`${id}-heading`} className="text-h3">
        {title}
      </h2>
      <ul className="mt-4 grid gap-x-10 xl:grid-cols-2">
        {books.map((book) => (
          <OneBook key={book.book.id} {...book} />
        ))}
      </ul>
    </section>
  );
}

function OneBook({ book, own }: ReviewableBook) {
  return (
    <li className="grid grid-cols-[3.5rem_1fr] gap-x-5 border-t border-line py-5">
      <Link to={href("/books/:bookId", { bookId: book.id })} tabIndex={-1} aria-hidden="true" className="self-start">
        <BookCover book={{ ...book, authors: [] }} sizes="56px" />
      </Link>
      <div className="min-w-0">
        <h3 className="text-title break-words" lang={book.language}>
          <Link to={href("/books/:bookId", { bookId: book.id })} className="quiet-link inline-block py-0.5">
            {book.title}
          </Link>
        </h3>
        <p className="text-small text-quiet" lang={detectLanguage(book.author)}>
          {book.author}
        </p>
        {own && (
          <>
            <p className="mt-2 flex flex-wrap items-center gap-x-3">
              <GivenStars rating={own.rating} />
              {own.state !== "published" && (
                <Badge variant="offer">
                  {own.state === "refused" ? "Hidden" : "Waiting to be checked by the shop"}
                </Badge>
              )}
            </p>
            <p className="mt-1 line-clamp-3 break-words" lang={detectLanguage(own.title || own.body)}>
              {own.title || own.body}
            </p>
          </>
        )}
        <p>
          <Link
            to={href("/books/:bookId/review", { bookId: book.id })}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            <span>{own ? "Change or withdraw" : "Write a review"}</span>
            <span className="sr-only" lang={detectLanguage(book.title)}>
              {" "}
              {book.title}
            </span>
          </Link>
        </p>
      </div>
    </li>
  );
}
