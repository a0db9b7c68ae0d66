import { data, Link } from "react-router";

import { AddToCart } from "#app/components/add-to-cart.tsx";
import { BookCover } from "#app/components/book-cover.tsx";
import { describePage } from "#app/display/page-title.ts";
import { Price } from "#app/components/price.tsx";
import { StockLabel } from "#app/components/stock-label.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { findBookCard } from "#shop/catalogue/lists.server.ts";
import { findExcerpt } from "#shop/content/excerpts.server.ts";
import { sharePicturePath } from "#shop/catalogue/book-share-picture.ts";
import { ArrowLeftIcon } from "#ui/icons.tsx";

import type { Route } from "./+types/look-inside.route";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const excerpt = await findExcerpt(db, params.bookId);
  const book = excerpt && (await findBookCard(db, params.bookId));
  if (!excerpt || !book) throw data("No pages to look at", { status: 404 });
  context.get(documentHeadContext).graph.push(
    describeBreadcrumbs(settings.publicUrl, [
      [book.title, href("/books/:bookId", { bookId: book.id })],
      ["Look inside", href("/books/:bookId/look-inside", { bookId: book.id })],
    ]),
  );
  return {
    book,
    excerpt,
    url: settings.publicUrl + href("/books/:bookId/look-inside", { bookId: book.id }),
    picture: sharePicturePath(book),
  };
}

export function meta({ loaderData: { book, excerpt, url, picture }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, {
    title: `Look inside ${book.title}`,
    description: `${excerpt.from} of ${book.title}, to read before you buy.`,
    url,
    picture,
  });
}

/** The first pages of a book, set as a book is set. */
export default function LookInside({ loaderData: { book, excerpt } }: Route.ComponentProps) {
  return (
    <article className="page pt-6 lg:pt-10">
      <p>
        <Link
          to={href("/books/:bookId", { bookId: book.id })}
          className="quiet-link inline-flex min-h-11 items-center gap-2"
        >
          <ArrowLeftIcon className="size-5" />
          Back to the book
        </Link>
      </p>
      <div className="excerpt">
        <header className="pt-6 pb-4 text-center lg:pt-12">
          <h1 className="text-h1" lang={book.language}>
            {book.title}
          </h1>
          <p className="mt-3 text-quiet">{excerpt.from}</p>
        </header>
        {excerpt.chapters.map((chapter) => (
          <section key={chapter.title} aria-label={chapter.title} className="excerpt-chapter" lang={book.language}>
            <h2 className="text-h2">{chapter.title}</h2>
            {chapter.paragraphs.map((paragraph) => (
              <p key={paragraph}>{withEmphasis(paragraph)}</p>
            ))}
          </section>
        ))}
        <p className="mt-12 text-center text-quiet">The book goes on from here.</p>
      </div>
      <aside
        aria-label="The book"
        className="mx-auto mt-10 flex max-w-measure items-center gap-6 border-t border-line pt-8"
      >
        <BookCover book={book} sizes="96px" className="w-24 shrink-0" />
        <div className="min-w-0">
          <p className="font-display text-title" lang={book.language}>
            {book.title}
          </p>
          <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            {book.stock.state !== "sold-out" && <AddToCart book={book} variant="primary" />}
            <StockLabel stock={book.stock} />
          </div>
        </div>
      </aside>
    </article>
  );
}

/** `*words*` are leaned on. */
function withEmphasis(paragraph: string) {
  return paragraph.split("*").map((part, index) => (index % 2 ? <em key={part}>{part}</em> : part));
}
