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
  /** Whether only the open top category and the selected one are in sight, and the others in a disclosure. */
  areOthersFolded?: boolean;
  className?: string;
}

/** Links to the top categories, and to the subcategories of the open one, each with its number of books. */
export function CategoryList({
  categories,
  selectedId,
  isStrip = false,
  areOthersFolded = false,
  className = "",
}: CategoryListProps) {
  const list = useRef<HTMLElement>(null);
  const selected = categories.find(({ id }) => id === selectedId);
  const openId = selected?.parentId ?? selectedId;
  const shown = categories
    .filter(({ parentId }) => parentId === null)
    .flatMap((root) => [root, ...(root.id === openId ? categories.filter(({ parentId }) => parentId === openId) : [])]);
  const isInSight = ({ id }: CountedCategory) => !areOthersFolded || id === openId || id === selectedId;
  const links = (chosen: CountedCategory[]) => (
    <ul>
      {chosen.map((category) => (
        <CategoryItem
          key={category.id}
          category={category}
          isSelected={category.id === selectedId}
          isCounted={!isStrip}
        />
      ))}
    </ul>
  );

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
      {links(shown.filter(isInSight))}
      {areOthersFolded && (
        <details>
          <summary className="shelf-more">Other categories</summary>
          {links(shown.filter((category) => !isInSight(category)))}
        </details>
      )}
    </nav>
  );
}

function CategoryItem({
  category: { id, parentId, name, bookCount },
  isSelected,
  isCounted,
}: {
  category: CountedCategory;
  isSelected: boolean;
  isCounted: boolean;
}) {
  return (
    <li>
      <Link
        to={href("/categories/:categoryId", { categoryId: id })}
        aria-current={isSelected ? "page" : undefined}
        className={`category-link ${parentId === null ? "font-semibold" : "category-under"}`}
      >
        <span lang={detectLanguage(name)}>{name}</span>
        {isCounted && (
          <span className="figures text-small font-normal text-quiet">
            {bookCount.toLocaleString("en-IN")}
            <span className="sr-only">{bookCount === 1 ? " book" : " books"}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
