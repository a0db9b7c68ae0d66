/** Page on which a reader who bought a book writes, edits or deletes a review of it. */
import { data, Link, redirect } from "react-router";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { Price, Saving } from "#app/components/books/price.tsx";
import { StockLabel } from "#app/components/books/stock-label.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { setFlash, takeFlash } from "#app/http/flash-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { findBookCard } from "#shop/catalogue/books/lists.server.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { findReviewFormData, withdrawReview, writeReview } from "#shop/people/reviews/own-review.server.ts";
import { parseReview } from "#shop/people/reviews/review-form.ts";
import { shownName } from "#shop/people/reviews/review.ts";
import { ButtonLink } from "#ui/button.tsx";
import { OwnState, type ReviewFlash } from "./own-state.tsx";
import { ReviewForm, WithdrawReview } from "./review-form.tsx";
import type { Route } from "./+types/route";

const flashSubject = "review";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const reviewData = await findReviewFormData(context.get(servicesContext).db, reader.id, params.bookId);
  if (!reviewData) throw data(null, { status: 404 });
  const headers = new Headers();
  const flash = takeFlash(headers, request, flashSubject);
  const toBuy = reviewData.mayWrite ? null : await findBookCard(context.get(servicesContext).db, params.bookId);
  return data({ ...reviewData, toBuy, flash, name: reviewData.knownName ?? shownName(reader.name) }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const services = context.get(servicesContext);
  const { bookId } = params;
  const form = await request.formData();
  const isWithdrawn = form.get("intent") === "withdraw";
  if (isWithdrawn) {
    await withdrawReview(services.db, reader.id, bookId);
  } else {
    const parsed = parseReview(form);
    if (!parsed.ok) {
      return data({ errors: parsed.errors, typed: readTexts(form) }, { status: 422 });
    }
    const written = await writeReview(services, { readerId: reader.id, bookId, words: parsed.words });
    if (!written.ok) throw data(null, { status: written.reason === "no-such-book" ? 404 : 403 });
  }
  const headers = new Headers();
  setFlash(headers, request.url, flashSubject, (isWithdrawn ? "withdrawn" : "saved") satisfies ReviewFlash);
  return redirect(href("/books/:bookId/review", { bookId }), { status: 303, headers });
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const title = loaderData ? `Review ${loaderData.book.title}` : "Page not found";
  return [pageTitle(matches, title), { name: "robots", content: "noindex" }];
}

export default function BookReview({ loaderData, actionData }: Route.ComponentProps) {
  const { book, mayWrite, toBuy, own, flash, name } = loaderData;
  const action = href("/books/:bookId/review", { bookId: book.id });
  return (
    <div className="page grid gap-x-14 gap-y-6 py-10 sm:py-14 lg:grid-cols-[14rem_1fr] xl:gap-x-20">
      <Link
        to={href("/books/:bookId", { bookId: book.id })}
        tabIndex={-1}
        aria-hidden="true"
        className="w-24 self-start sm:w-32 lg:w-full"
      >
        <BookCover book={{ ...book, authors: [] }} loads="soon" sizes="(min-width: 1024px) 224px, 128px" />
      </Link>
      <div className="min-w-0">
        <p className="text-lead text-quiet">{own ? "Your review of" : "Write a review of"}</p>
        <h1 className="text-h1 break-words" lang={detectLanguage(book.title)}>
          <Link to={href("/books/:bookId", { bookId: book.id })} className="quiet-link inline-block py-0.5">
            {book.title}
          </Link>
        </h1>
        <p className="mt-2 text-lead" lang={detectLanguage(book.author)}>
          {book.author}
        </p>
        <OwnState bookId={book.id} own={own} flash={flash} />
        {mayWrite ? (
          <ReviewForm
            key={own ? "change" : "write"}
            action={action}
            own={own}
            name={name}
            answer={actionData ?? undefined}
          />
        ) : (
          toBuy && <NotBought book={toBuy} />
        )}
        {own && <WithdrawReview action={action} />}
      </div>
    </div>
  );
}

/** Explains who may write a review, with the buy button and a link to the reader's purchases. */
function NotBought({ book }: { book: BookCard }) {
  return (
    <div className="mt-6 max-w-measure">
      <p className="text-lead">
        Only readers who bought a book from us and kept it can review it here, so that others can trust the reviews. We
        found no copy of this book in your orders.
      </p>
      <section aria-labelledby="to-buy" className="mt-8 border-t border-line pt-6">
        <h2 id="to-buy" className="text-h3">
          Read it first
        </h2>
        <div className="mt-3 flex flex-wrap items-center gap-x-8 gap-y-4">
          <div>
            <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} isLarge />
            <Saving pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
            {book.stock.state !== "sold-out" && <StockLabel stock={book.stock} />}
          </div>
          <AddToCart book={book} variant="primary" size="large" className="max-sm:w-full" />
        </div>
      </section>
      <p className="mt-6 flex flex-wrap gap-3 border-t border-line pt-6">
        <ButtonLink to={href("/account/reviews")} variant="outline">
          Books you can review
        </ButtonLink>
        <ButtonLink to={href("/books/:bookId", { bookId: book.id })} variant="quiet">
          Back to the book
        </ButtonLink>
      </p>
    </div>
  );
}
