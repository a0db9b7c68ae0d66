import { useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { SearchIcon } from "#ui/icons.tsx";
import { Form } from "#desk/components/forms/form.tsx";

/** By this the key "/" finds the field of the box. */
export const findFieldId = "find-anything";

/** The one box that finds everything. */
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
        // Each page of results has the words that it is for.
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
