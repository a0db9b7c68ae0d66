import Link from "next/link";

import { AddToCart, WishHeart } from "./buttons.jsx";
import { formatMoney } from "./words.js";

const widths = [160, 240, 320, 480, 720, 960];
const starPath = "M10 1.8l2.5 5.4 5.9.7-4.4 4 1.2 5.8-5.2-2.9-5.2 2.9 1.2-5.8-4.4-4 5.9-.7z";
const cardSizes = "(min-width: 1240px) 262px, (min-width: 1024px) 21vw, (min-width: 640px) 22vw, 40vw";

export function BookShelf({ books, heading }) {
  return (
    <ul className="shelf">
      {books.map((book) => (
        <li key={book.id}>
          <BookCard book={book} heading={heading} />
        </li>
      ))}
    </ul>
  );
}

function BookCard({ book, heading: Heading }) {
  const { id, title, language, authors, rating, ratingCount } = book;
  return (
    <article className="book-card">
      <Cover book={book} sizes={cardSizes} />
      <div className="words">
        <Heading lang={language}>
          <Link href={`/books/${id}`} className="card-link">
            {title}
          </Link>
        </Heading>
        <p className="authors">
          {authors.map((author) => (
            <Link key={author.id} href={`/authors/${author.id}`}>
              {author.name}
            </Link>
          ))}
        </p>
        {rating !== null && (
          <p className="rating">
            <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
              <path d={starPath} />
            </svg>
            <span>
              <span className="unseen">Rated </span>
              {rating.toFixed(1)}
              <span className="unseen"> out of 5</span>
            </span>
            <span>
              ({ratingCount.toLocaleString("en-IN")}
              <span className="unseen"> ratings</span>)
            </span>
          </p>
        )}
        <Price book={book} />
        <div className="buttons">
          <AddToCart bookId={id} title={title} isSoldOut={book.available <= 0} />
          <WishHeart bookId={id} title={title} />
        </div>
      </div>
    </article>
  );
}

export function Cover({ book: { coverKey, title, authors }, sizes }) {
  return (
    <span className="cover">
      <img
        src={`/covers/${coverKey}-320.webp`}
        srcSet={widths.map((width) => `/covers/${coverKey}-${width}.webp ${width}w`).join(", ")}
        sizes={sizes}
        width="320"
        height="480"
        alt=""
        loading="lazy"
        decoding="async"
        data-title={title}
        data-by={authors.map(({ name }) => name).join(", ")}
      />
    </span>
  );
}

export function Price({ book: { pricePaise, mrpPaise } }) {
  return (
    <p className="price">
      <span>{formatMoney(pricePaise)}</span>
      {mrpPaise > pricePaise && (
        <s>
          <span className="unseen">MRP </span>
          <span>{formatMoney(mrpPaise)}</span>
        </s>
      )}
    </p>
  );
}

export function Stars({ rating }) {
  const stars = [0, 20, 40, 60, 80].map((x) => <path key={x} d={starPath} transform={`translate(${x} 0)`} />);
  return (
    <svg viewBox="0 0 100 20" width="120" height="24" aria-hidden="true">
      <g className="empty">{stars}</g>
      <svg width={rating * 20} height="20">
        <g className="full">{stars}</g>
      </svg>
    </svg>
  );
}
