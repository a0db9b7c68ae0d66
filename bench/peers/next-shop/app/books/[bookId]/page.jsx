import Link from "next/link";
import { notFound } from "next/navigation";

import { BookShelf, Cover, Price, Stars } from "#peer/components/book-card.jsx";
import { AddToCart, WishHeart } from "#peer/components/buttons.jsx";
import { formatDay, formatMoney, formatNames, formatStock } from "#peer/components/words.js";
import { findBook, listReviews, listShelf } from "#peer/data.js";

export const dynamic = "force-dynamic";

const languages = new Intl.DisplayNames("en", { type: "language" });

export default async function Book({ params }) {
  const { bookId } = await params;
  const book = await findBook(bookId);
  if (!book) notFound();
  const [reviews, ofAuthor, related] = await Promise.all([
    listReviews(book.workId),
    listShelf(`author:${book.authors[0]?.id}`, book.workId, 5),
    listShelf(`category:${book.category?.id}`, book.workId, 6),
  ]);
  return (
    <>
      <title>{book.title}</title>
      <meta name="description" content={book.description.slice(0, 160)} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: describe(book, reviews) }} />
      <nav aria-label="Breadcrumbs">
        <Link href="/">Home</Link> <Link href="/categories">Categories</Link>{" "}
        {book.category && <Link href={`/categories/${book.category.id}`}>{book.category.name}</Link>}
      </nav>
      <article>
        <Cover book={book} sizes="(min-width: 1024px) 400px, 60vw" />
        {book.series && (
          <p>
            <Link href={`/series/${book.series.id}`}>{book.series.name}</Link>, book {book.series.position}
          </p>
        )}
        <h1 lang={book.language}>{book.title}</h1>
        {book.subtitle && <p lang={book.language}>{book.subtitle}</p>}
        <p>
          {book.contributors?.map(({ id, name, role }) => (
            <Link key={role + id} href={`/authors/${id}`}>
              {name}
            </Link>
          ))}
        </p>
        <Rated {...book} />
        <ul aria-label="Formats">
          {book.editions?.map((edition) => (
            <li key={edition.id}>
              <Link href={`/books/${edition.id}`} aria-current={edition.id === book.id ? "page" : undefined}>
                <span>{formatNames[edition.format] ?? "Book"}</span>
                <span>{formatMoney(edition.pricePaise)}</span>
                <span>{formatStock(edition.available)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <Price book={book} />
        {book.mrpPaise > book.pricePaise && <p>You save {formatMoney(book.mrpPaise - book.pricePaise)}</p>}
        <AddToCart bookId={book.id} title={book.title} isSoldOut={book.available <= 0} />
        <WishHeart bookId={book.id} title={book.title} />
        <p>{formatStock(book.available)}</p>
        <form action={`/books/${book.id}`}>
          <label>
            PIN code <input name="pin" inputMode="numeric" />
          </label>
          <button>Check the delivery time</button>
        </form>
        <section aria-labelledby="about">
          <h2 id="about">About this book</h2>
          <p lang={book.language}>{book.description}</p>
        </section>
        {book.authorBio && (
          <section aria-labelledby="author">
            <h2 id="author">About {book.authors[0].name}</h2>
            <p>{book.authorBio.slice(0, 400)}</p>
          </section>
        )}
        <Facts book={book} />
      </article>
      <Reviews reviews={reviews} />
      {ofAuthor.length > 0 && (
        <section aria-labelledby="more">
          <h2 id="more">More by {book.authors[0].name}</h2>
          <BookShelf books={ofAuthor} heading="h3" />
        </section>
      )}
      <section aria-labelledby="related">
        <h2 id="related">On the same shelf</h2>
        <BookShelf books={related} heading="h3" />
      </section>
    </>
  );
}

function Rated({ rating, ratingCount }) {
  if (rating === null) return <p>No ratings yet</p>;
  return (
    <p>
      <Stars rating={rating} />
      <span>{rating.toFixed(1)} out of 5</span> <span>{ratingCount} ratings</span>
    </p>
  );
}

function Facts({ book }) {
  const facts = {
    Format: formatNames[book.format],
    Pages: book.pages,
    Edition: book.editionStatement,
    Publisher: book.publisher,
    Published: book.publishedOn && formatDay(new Date(book.publishedOn)),
    Language: languages.of(book.language),
    ISBN: book.isbn13,
    Weight: book.weight && `${book.weight} g`,
    Size: book.height && book.width && `${book.height} × ${book.width} mm`,
    "Country of origin": book.country,
  };
  return (
    <section aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl>
        {Object.entries(facts).map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
        <div>
          <dt>Categories</dt>
          <dd>
            {book.categories.map(({ id, name }) => (
              <Link key={id} href={`/categories/${id}`}>
                {name}
              </Link>
            ))}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Reviews({ reviews }) {
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">What readers say</h2>
      <dl>
        {[5, 4, 3, 2, 1].map((stars) => (
          <div key={stars}>
            <dt>{stars} stars</dt>
            <dd>{reviews.filter(({ rating }) => rating === stars).length}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {reviews.map(({ id, name, rating, title, body, isVerified, createdAt }) => (
          <li key={id}>
            <Stars rating={rating} />
            <span className="unseen">{rating} out of 5 stars</span>
            {title && <h3>{title}</h3>}
            <p>{body}</p>
            <p>
              <span>{name}</span>
              {isVerified && <span>Bought it here</span>}
              <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The book as JSON-LD for search engines. */
function describe(book, reviews) {
  return JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Book",
    name: book.title,
    author: book.authors.map(({ name }) => ({ "@type": "Person", name })),
    isbn: book.isbn13,
    inLanguage: book.language,
    numberOfPages: book.pages,
    offers: { "@type": "Offer", price: book.pricePaise / 100, priceCurrency: "INR" },
    ...(reviews.length > 0 && {
      aggregateRating: { "@type": "AggregateRating", ratingValue: book.rating, ratingCount: book.ratingCount },
    }),
  }).replaceAll("<", "\\u003c");
}
