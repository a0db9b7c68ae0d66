import { Form, Link } from "react-router";

import { href } from "#routing/href.ts";
import type { WishlistName } from "#shop/people/wishlist/wishlist.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** Tabs of the reader's lists, and a form that creates one. */
export function ListNames({ lists, shown }: { lists: WishlistName[]; shown: number }) {
  return (
    <div className="mt-6 flex flex-wrap items-start gap-x-8 gap-y-3 border-b border-line pb-3">
      <nav aria-label="Your lists" className="min-w-0">
        <ul className="-mx-3 flex flex-wrap">
          {lists.map(({ id, name, count }) => (
            <li key={id} className="min-w-0">
              <Link
                to={href("/wishlist", { list: id })}
                aria-current={id === shown ? "page" : undefined}
                className="nav-link"
              >
                <span className="truncate">{name}</span>
                <span className="figures ml-1.5 text-quiet">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <details key={lists.length} className="max-w-full">
        <summary className={`${buttonClass("quiet")} list-none px-0!`}>New list</summary>
        <Form method="post" action={href("/wishlist")} className="flex flex-wrap items-end gap-3 py-3">
          <input type="hidden" name="intent" value="create" />
          <div className="min-w-48 flex-1">
            <TextField label="Name of the list" name="name" required maxLength={60} autoComplete="off" />
          </div>
          <Button variant="outline">Make the list</Button>
        </Form>
      </details>
    </div>
  );
}
