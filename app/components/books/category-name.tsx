import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { href } from "#routing/href.ts";
import type { CategoryLink } from "#shop/catalogue/books/book.ts";

/** The category of a book as a link, on a card that is a link itself; nothing for a book without one. */
export function CategoryName({ category, className }: { category: CategoryLink | null; className: string }) {
  return (
    category && (
      <p className={className}>
        <Link
          to={href("/categories/:categoryId", { categoryId: category.id })}
          lang={languageOf(category.name)}
          className="quiet-link relative z-10 inline-block py-0.5"
        >
          {category.name}
        </Link>
      </p>
    )
  );
}
