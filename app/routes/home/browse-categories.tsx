import { Link } from "react-router";

import { SectionHeading } from "#app/components/section-heading.tsx";
import { pickEndpaper } from "#app/display/pick-endpaper.ts";
import { href } from "#routing/href.ts";
import type { CountedCategory } from "#shop/catalogue/books/book.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Links to up to four categories, each on its endpaper. */
export function BrowseCategories({ categories }: { categories: CountedCategory[] }) {
  if (!categories[0]) return null;
  return (
    <section aria-labelledby="categories-title" className="page home-far">
      <SectionHeading
        id="categories-title"
        title="Browse Categories"
        more={{ label: "View All", to: href("/categories") }}
      />
      <ul className="rooms">
        {categories.map((category) => (
          <li key={category.id}>
            <Link to={href("/categories", { id: category.id })} className="group block h-full">
              <Endpaper {...pickEndpaper(category)} className="flex h-full items-end p-2 sm:p-5">
                <span className="label block max-w-[21rem] transition-[translate] duration-200 ease-out group-hover:-translate-y-1 min-w-0 max-lg:px-3.5">
                  <span className="room-name block font-display">{category.name}</span>
                  <span className="room-text text-small text-quiet">{category.description}</span>
                  <span className="figures mt-1 block text-small font-semibold text-action">
                    {formatCount(category.bookCount, "book")}
                  </span>
                </span>
              </Endpaper>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
