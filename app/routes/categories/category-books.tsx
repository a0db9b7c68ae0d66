import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { pickEndpaper } from "#app/display/pick-endpaper.ts";
import { href } from "#routing/href.ts";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import type { Category, CountedCategory } from "#shop/catalogue/books/book.ts";
import { isNothingChosen } from "#shop/catalogue/shelves/shelf-choice.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import { CategoryList } from "./category-list.tsx";

interface CategoryBooksProps {
  category: Category;
  categories: CountedCategory[];
  shelf: LoadedShelf;
}

/** Page of one category: its endpaper with its name, then its books. */
export function CategoryBooks({ category, categories, shelf }: CategoryBooksProps) {
  const parent = categories.find(({ id }) => id === category.parentId);
  const language = detectLanguage(category.name);
  return (
    <section aria-labelledby="category-title" className="min-w-0">
      <Endpaper {...pickEndpaper(category)} className="flex items-end p-2 sm:p-6 lg:p-2.5">
        <div className="label max-w-[30rem] px-4 py-2 sm:px-6 sm:py-5 lg:flex lg:max-w-none lg:flex-wrap lg:items-baseline lg:gap-x-5 lg:py-2.5">
          {parent && (
            // On a phone the strip of categories contains it already, and the first books should be on the first
            // screen.
            <div className="max-sm:hidden lg:-my-1 lg:basis-full">
              <Breadcrumbs
                crumbs={[{ label: parent.name, to: href("/categories/:categoryId", { categoryId: parent.id }) }]}
              />
            </div>
          )}
          <h1 id="category-title" className="text-h2" lang={language}>
            {category.name}
          </h1>
          {category.description && (
            <p className="mt-1 text-balance max-sm:hidden" lang={language}>
              {category.description}
            </p>
          )}
        </div>
      </Endpaper>
      {shelf.total.count > 0 || shelf.isAsked ? (
        <div className="mt-1.5 sm:mt-6 lg:mt-4">
          <ShelfView
            shelf={shelf}
            name={category.name}
            ownOrder="Most popular"
            sorts={["popularity", "newest", "rating", "title", "price", "price-down"]}
            beside={
              <CategoryList
                categories={categories}
                selectedId={category.id}
                areOthersFolded={parent !== undefined || !isNothingChosen(shelf.choice)}
              />
            }
            heading="h2"
            isFirst
          />
        </div>
      ) : (
        <p className="mt-8 max-w-measure">
          This shelf is empty at the moment.{" "}
          <Link to={href("/categories")} className="link">
            Choose another category
          </Link>
          .
        </p>
      )}
    </section>
  );
}
