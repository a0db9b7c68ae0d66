import type { ReactNode } from "react";
import { Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import type { CountedCategory } from "#shop/catalogue/books/book.ts";
import type { CategoryCovers } from "#shop/catalogue/books/categories.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ArrowRightIcon } from "#ui/icons.tsx";

interface CategoryIndexProps {
  categories: CountedCategory[];
  covers: CategoryCovers;
}

/** All categories with covers, number of books and description, grouped by parent. */
export function CategoryIndex({ categories, covers }: CategoryIndexProps) {
  const under = (id: string) => categories.filter(({ parentId }) => parentId === id);
  const roots = categories.filter(({ parentId }) => parentId === null);
  const alone = roots.filter(({ id }) => under(id).length === 0);
  return (
    <>
      <p className="figures mt-3 text-lead text-quiet">
        {formatCount(categories.length, "shelf", "shelves")}. Start anywhere.
      </p>
      <div className="sr-only">
        <h2>Select a category</h2>
        <p>Choose a category from the list to view related books.</p>
      </div>
      <nav aria-label="All categories" className="mt-8 lg:mt-10">
        <ul className="grid grid-cols-1 gap-10 lg:gap-12">
          {roots
            .filter((root) => !alone.includes(root))
            .map((root) => (
              <li key={root.id}>
                <div className="border-b border-line pb-4">
                  <div className="flex flex-wrap items-baseline gap-x-5">
                    <CategoryName category={root} className="font-display text-h2">
                      <ArrowRightIcon className="ml-3 inline-block size-6 text-action" />
                    </CategoryName>
                  </div>
                  <Description category={root} />
                </div>
                <Entries categories={under(root.id)} covers={covers} />
              </li>
            ))}
          {alone.length > 0 && (
            <li>
              <Entries categories={alone} covers={covers} />
            </li>
          )}
        </ul>
      </nav>
    </>
  );
}

function Entries({ categories, covers }: CategoryIndexProps) {
  return (
    <ul className="category-entries">
      {categories.map((category) => (
        <li key={category.id} className="category-entry">
          <span aria-hidden="true" className="category-covers">
            {(covers[category.id] ?? []).map((book) => (
              <BookCover key={book.coverKey} book={book} sizes="80px" />
            ))}
          </span>
          <div className="min-w-0">
            <CategoryName category={category} className="text-title font-semibold" />
            <Description category={category} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The link to a category, and how many books it has. */
function CategoryName({
  category: { id, name, bookCount },
  className,
  children,
}: {
  category: CountedCategory;
  className: string;
  children?: ReactNode;
}) {
  return (
    <>
      <Link
        to={href("/categories/:categoryId", { categoryId: id })}
        className={`category-name ${className}`}
        lang={detectLanguage(name)}
      >
        {name}
        {children}
      </Link>
      <p className="figures text-small text-quiet">{formatCount(bookCount, "book")}</p>
    </>
  );
}

function Description({ category: { description } }: { category: CountedCategory }) {
  if (!description) return null;
  return (
    <p className="mt-0.5 text-small max-sm:hidden" lang={detectLanguage(description)}>
      {description}
    </p>
  );
}
