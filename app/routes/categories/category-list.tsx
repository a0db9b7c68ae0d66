import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { CountedCategory } from "#shop/catalogue/books/book.ts";

interface CategoryListProps {
  categories: CountedCategory[];
  selectedId: string;
  /** A horizontally scrolling line above the books instead of a list next to them. */
  isStrip?: boolean;
  className?: string;
}

/** Links to the top categories, and to the subcategories of the open one, each with its number of books. */
export function CategoryList({ categories, selectedId, isStrip = false, className = "" }: CategoryListProps) {
  const list = useRef<HTMLElement>(null);
  const selected = categories.find(({ id }) => id === selectedId);
  const openId = selected?.parentId ?? selectedId;
  const shown = categories
    .filter(({ parentId }) => parentId === null)
    .flatMap((root) => [root, ...(root.id === openId ? categories.filter(({ parentId }) => parentId === openId) : [])]);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [selectedId]);

  return (
    <nav
      ref={list}
      aria-label={isStrip ? "Categories" : "All categories"}
      className={`${isStrip ? "category-strip" : "category-list"} ${className}`}
    >
      <ul>
        {shown.map(({ id, parentId, name, bookCount }) => (
          <li key={id}>
            <Link
              to={href("/categories/:categoryId", { categoryId: id })}
              aria-current={id === selectedId ? "page" : undefined}
              className={`category-link ${parentId === null ? "font-semibold" : "category-under"}`}
            >
              <span lang={detectLanguage(name)}>{name}</span>
              {!isStrip && (
                <span className="figures text-small font-normal text-quiet">
                  {bookCount.toLocaleString("en-IN")}
                  <span className="sr-only">{bookCount === 1 ? " book" : " books"}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
