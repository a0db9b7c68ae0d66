import { useLocation } from "react-router";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import { guestOrderText } from "./guest-order-words.ts";
import { SearchForm } from "./frame/search-form.tsx";
import { useShop } from "./frame/use-shop.ts";

/** Page 404: an explanation, a search, and links onward. */
export default function PageNotFound() {
  const isOpeningSoon = useShop()?.isOpeningSoon;
  const isOrder = useLocation().pathname.startsWith(`${href("/orders")}/`);
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="marble" inks="river" className="grid px-4 py-14 sm:px-10 sm:py-20">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <p className="font-semibold text-quiet">404</p>
          <h1 className="mt-1 text-h1">This page is not on our shelves</h1>
          <p className="mt-4 text-lead">
            {isOrder
              ? "There is no order at this address that you can open."
              : `The address may be mistyped, or the page has moved.${isOpeningSoon ? "" : " The book you want may still be here."}`}
          </p>
          {isOrder && <p className="mt-3">{guestOrderText}</p>}
          {!isOpeningSoon && (
            <SearchForm label="Find a book" placeholder="Title or author" className="mt-6 max-w-narrow" />
          )}
          <p className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to={href("/")}>Return to homepage</ButtonLink>
            {!isOpeningSoon && (
              <ButtonLink to={href("/categories")} variant="outline">
                Browse categories
              </ButtonLink>
            )}
          </p>
        </div>
      </Endpaper>
    </div>
  );
}
