import { useId } from "react";
import { Form } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { WishBook } from "#app/components/books/wish-book.tsx";
import { href } from "#routing/href.ts";
import { cheaperBy, type Wish, type WishlistName } from "#shop/people/wishlist/wishlist.ts";
import { Button, buttonClass, ButtonLink } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface WishRowProps {
  wish: Wish;
  list: WishlistName;
  lists: WishlistName[];
}

/** Book on the reader's own wishlist, with all its actions. */
export function WishRow({ wish, list, lists }: WishRowProps) {
  const { book, note } = wish;
  const less = cheaperBy(wish);
  const removal = useId();
  return (
    <WishBook book={book} heading="h3" note={note}>
      {less !== 0 && (
        <p className={`figures mt-1 ${less > 0 ? "font-semibold text-marigold-text" : "text-quiet"}`}>
          <Money paise={Math.abs(less)} /> <span>{less > 0 ? "less" : "more"}</span> than when you put it here
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        {book.stock.state === "sold-out" ? (
          <ButtonLink to={href("/books/:bookId", { bookId: book.id })} variant="outline">
            Tell me when it is back
            <BookName book={book} />
          </ButtonLink>
        ) : (
          <Form method="post" action={href("/wishlist")}>
            <input type="hidden" name="bookId" value={book.id} />
            <input type="hidden" name="list" value={list.id} />
            <Button variant="outline" name="intent" value="to-cart">
              Move to cart
              <BookName book={book} />
            </Button>
          </Form>
        )}
        <details key={`${list.id} ${note}`} className="group open:basis-full">
          <summary className={`${buttonClass("quiet")} list-none group-open:-ml-4`}>
            Edit
            <BookName book={book} />
          </summary>
          <Form method="post" action={href("/wishlist")} className="mt-2 grid max-w-measure gap-4">
            <input type="hidden" name="bookId" value={book.id} />
            <TextField
              label="Note"
              hint="Friends who have the list’s link see it."
              name="note"
              defaultValue={note}
              maxLength={300}
              autoComplete="off"
            />
            {lists.length > 1 ? (
              <SelectField label="On the list" name="list" defaultValue={list.id}>
                {lists.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            ) : (
              <input type="hidden" name="list" value={list.id} />
            )}
            <div className="flex flex-wrap gap-x-4">
              <Button variant="outline" name="intent" value="edit">
                Save
                <BookName book={book} />
              </Button>
              <Button variant="quiet" form={removal} name="intent" value="remove">
                Remove
                <BookName book={book} />
              </Button>
            </div>
          </Form>
          <Form id={removal} method="post" action={href("/wishlist")}>
            <input type="hidden" name="bookId" value={book.id} />
            <input type="hidden" name="list" value={list.id} />
          </Form>
        </details>
      </div>
    </WishBook>
  );
}

/** Title of the book after a button's label, for screen readers. */
function BookName({ book: { title } }: Pick<Wish, "book">) {
  return (
    <span className="sr-only" lang={detectLanguage(title)}>
      {" "}
      {title}
    </span>
  );
}
