import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { CategoryLink } from "#shop/catalogue/books/book.ts";

/** Link to a book's category, clickable on a card that is itself a link; nothing for a book without a category. */
export function CategoryName({ category, className }: { category: CategoryLink | null; className: string }) {
  return (
    category && (
      <p className={className}>
        <Link
          to={href("/categories/:categoryId", { categoryId: category.id })}
          lang={detectLanguage(category.name)}
          className="quiet-link relative z-10 inline-block py-0.5"
        >
          {category.name}
        </Link>
      </p>
    )
  );
}
