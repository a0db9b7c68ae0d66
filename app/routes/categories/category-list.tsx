import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { href } from "#routing/href.ts";
import type { Category } from "#shop/catalogue/book.ts";

interface CategoryListProps {
  categories: Category[];
  pickedId: string | null;
}

/** All categories as a tree. On a phone, once one is picked, the list becomes a single line that scrolls sideways. */
export function CategoryList({ categories, pickedId }: CategoryListProps) {
  const list = useRef<HTMLElement>(null);
  const roots = categories.filter((category) => category.parentId === null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [pickedId]);

  return (
    <nav
      ref={list}
      aria-label="All categories"
      className={pickedId ? "category-list category-list-picked" : "category-list"}
    >
      <ul>
        {roots.map((root) => (
          <li key={root.id}>
            <CategoryLink category={root} isPicked={root.id === pickedId} className="category-root" />
            {categories.some(({ parentId }) => parentId === root.id) && (
              <ul>
                {categories
                  .filter(({ parentId }) => parentId === root.id)
                  .map((category) => (
                    <li key={category.id}>
                      <CategoryLink category={category} isPicked={category.id === pickedId} className="category-leaf" />
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

function CategoryLink({ category, isPicked, className }: { category: Category; isPicked: boolean; className: string }) {
  return (
    <Link
      to={href("/categories/:categoryId", { categoryId: category.id })}
      aria-current={isPicked ? "page" : undefined}
      className="category-link"
      lang={languageOf(category.name)}
    >
      <span className={className}>{category.name}</span>
      {category.description && <span className="category-text text-small text-quiet">{category.description}</span>}
    </Link>
  );
}
