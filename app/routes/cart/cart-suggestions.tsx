import { CompactBookCard } from "#app/components/books/compact-book-card.tsx";
import { Price } from "#app/components/books/price.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { Button } from "#ui/button.tsx";

/** Suggestions for an empty cart. */
export interface Beginning {
  from: "wishlist" | "table" | "chart";
  /** Why these books; may be empty. */
  words: string;
  books: { book: BookCard; sentence?: string; signature?: string }[];
}

const headings = { wishlist: "From your wishlist", table: "From this week’s table", chart: "Three to begin with" };

/** Suggestions below an empty cart, each with its reason and a button that works without JavaScript. */
export function CartSuggestions({ from, words, books }: Beginning) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="begin-title" className="pt-12 lg:pt-16">
      <h2 id="begin-title" className="text-h2">
        {headings[from]}
      </h2>
      {words && (
        <p className="mt-2 max-w-measure text-lead text-quiet" lang={detectLanguage(words)}>
          {words}
        </p>
      )}
      <ul className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-3">
        {books.map(({ book, sentence, signature }) => (
          <li key={book.id} className="flex">
            <CompactBookCard book={book} cover={{ className: "w-28", sizes: "112px" }}>
              {sentence && (
                <p className="mt-2 text-small" lang={detectLanguage(sentence)}>
                  {sentence} {signature && <span className="text-quiet italic">{signature}</span>}
                </p>
              )}
              <div className="mt-auto pt-3">
                <Price pricePaise={book.pricePaise} mrpPaise={book.mrpPaise} />
                <form method="post" action={href("/cart/lines")} className="relative z-10 mt-2 max-w-36">
                  <input type="hidden" name="intent" value="add" />
                  <Button variant="outline" name="bookId" value={book.id} className="w-full whitespace-nowrap">
                    Add to Cart
                    <span className="sr-only" lang={detectLanguage(book.title)}>
                      : {book.title}
                    </span>
                  </Button>
                </form>
              </div>
            </CompactBookCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
