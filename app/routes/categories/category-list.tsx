import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { href } from "#routing/href.ts";
import type { Category } from "#shop/catalogue/book.ts";

interface CategoryListProps {
  categories: Category[];
  selectedId: string | null;
}

/** All categories as a tree. On a phone, once one is selected, the list becomes a single line that scrolls sideways. */
export function CategoryList({ categories, selectedId }: CategoryListProps) {
  const list = useRef<HTMLElement>(null);
  const roots = categories.filter((category) => category.parentId === null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [selectedId]);

  return (
    <nav
      ref={list}
      aria-label="All categories"
      className={selectedId ? "category-list category-list-selected" : "category-list"}
    >
      <ul>
        {roots.map((root) => (
          <li key={root.id}>
            <CategoryLink category={root} isSelected={root.id === selectedId} className="category-root" />
            {categories.some(({ parentId }) => parentId === root.id) && (
              <ul>
                {categories
                  .filter(({ parentId }) => parentId === root.id)
                  .map((category) => (
                    <li key={category.id}>
                      <CategoryLink
                        category={category}
                        isSelected={category.id === selectedId}
                        className="category-leaf"
                      />
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CategoryLink({
  category,
  isSelected,
  className,
}: {
  category: Category;
  isSelected: boolean;
  className: string;
}) {
  return (
    <Link
      to={href("/categories/:categoryId", { categoryId: category.id })}
      aria-current={isSelected ? "page" : undefined}
      className="category-link"
      lang={languageOf(category.name)}
    >
      <span className={className}>{category.name}</span>
      {category.description && <span className="category-text text-small text-quiet">{category.description}</span>}
    </Link>
  );
}
