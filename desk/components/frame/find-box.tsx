import { useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { SearchIcon } from "#ui/icons.tsx";
import { Form } from "#desk/components/forms/form.tsx";

/** Id of the search field, which the key "/" focuses. */
export const findFieldId = "find-anything";

/** Search box for orders, readers, books and pages. */
export function FindBox() {
  const { pathname, search } = useLocation();
  const text = pathname === deskHref("/find") ? (new URLSearchParams(search).get("text") ?? "") : "";
  return (
    <Form
      method="get"
      action={deskHref("/find")}
      role="search"
      aria-label="The whole shop"
      className="relative min-w-0 flex-1 max-md:order-last max-md:basis-full lg:max-w-2xl"
    >
      <SearchIcon className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-quiet" />
      <input
        // A new key for each search, so that the field shows the text of the results page.
        key={text}
        id={findFieldId}
        type="search"
        name="text"
        defaultValue={text}
        aria-label="Find an order, a reader, a book or a page"
        placeholder="Order, name, phone, ISBN, title …"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="block min-h-11 w-full rounded-sm border border-edge bg-raised py-1.5 pr-3 pl-10 text-ink placeholder:text-quiet"
      />
    </Form>
  );
}
