import { Form } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { WishBook } from "#app/components/wish-book.tsx";
import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/money/money.ts";
import { cheaperBy, type Wish, type WishlistName } from "#shop/wishlist/wishlist.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface WishRowProps {
  wish: Wish;
  list: WishlistName;
  lists: WishlistName[];
}

/** A book on the reader's list, with all that can be done with it. */
export function WishRow({ wish, list, lists }: WishRowProps) {
  const { book, note } = wish;
  const less = cheaperBy(wish);
  const others = lists.filter(({ id }) => id !== list.id);
  return (
    <WishBook book={book} heading="h3" note={note}>
      {less !== 0 && (
        <p className={`figures mt-1 ${less > 0 ? "font-semibold text-marigold-text" : "text-quiet"}`}>
          {formatPaise(Math.abs(less))} {less > 0 ? "less" : "more"} than when you put it here
        </p>
      )}
      <Form method="post" action={href("/wishlist")} className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <input type="hidden" name="bookId" value={book.id} />
        <input type="hidden" name="list" value={list.id} />
        {book.stock.state !== "sold-out" && (
          <Button variant="outline" name="intent" value="to-cart">
            Move to cart
            <span className="sr-only" lang={languageOf(book.title)}>
              {" "}
              {book.title}
            </span>
          </Button>
        )}
        <Button variant="quiet" name="intent" value="remove" className={book.stock.state === "sold-out" ? "-ml-4" : ""}>
          Remove
          <span className="sr-only" lang={languageOf(book.title)}>
            {" "}
            {book.title}
          </span>
        </Button>
      </Form>
      <details key={`${list.id} ${note}`}>
        <summary className={`${buttonClass("quiet")} -ml-4 list-none`}>
          {others.length > 0 ? "Note and list" : note ? "Change the note" : "Add a note"}
          <span className="sr-only"> for {book.title}</span>
        </summary>
        <Form method="post" action={href("/wishlist")} className="mt-2 flex max-w-measure flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="bookId" value={book.id} />
          <input type="hidden" name="list" value={list.id} />
          <div className="min-w-48 flex-1">
            <TextField
              label="Note"
              hint="Friends who have the list’s link see it."
              name="note"
              defaultValue={note}
              maxLength={300}
              autoComplete="off"
            />
          </div>
          <Button variant="outline">Save the note</Button>
        </Form>
        {others.length > 0 && (
          <Form method="post" action={href("/wishlist")} className="mt-4 flex max-w-measure flex-wrap items-end gap-3">
            <input type="hidden" name="intent" value="move" />
            <input type="hidden" name="bookId" value={book.id} />
            <div className="min-w-48 flex-1">
              <SelectField label="Put it on" name="list">
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
            <Button variant="outline">Move it</Button>
          </Form>
        )}
      </details>
    </WishBook>
  );
}
