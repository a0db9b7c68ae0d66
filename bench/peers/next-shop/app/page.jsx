import Link from "next/link";

import { BookShelf } from "#peer/components/book-card.jsx";
import { listCategories, listNewest, listPopular } from "#peer/data.js";

export const dynamic = "force-dynamic";

export default async function Home() {
  const [newest, popular, categories] = await Promise.all([listNewest(20), listPopular(20), listCategories()]);
  const shown = categories.filter(({ parentId }) => parentId === null).slice(0, 4);
  return (
    <>
      <h1>Come in, turn a few pages, stay as long as you like.</h1>
      <section aria-labelledby="popular">
        <h2 id="popular">Best sellers</h2>
        <BookShelf books={popular} heading="h3" />
      </section>
      <section aria-labelledby="categories">
        <h2 id="categories">Browse categories</h2>
        <ul>
          {shown.map(({ id, name, description, bookCount }) => (
            <li key={id}>
              <Link href={`/categories/${id}`}>
                <span className="name">{name}</span>
                <span className="description">{description}</span>
                <span className="count">{bookCount} books</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="newest">
        <h2 id="newest">New releases</h2>
        <BookShelf books={newest} heading="h3" />
      </section>
    </>
  );
}
