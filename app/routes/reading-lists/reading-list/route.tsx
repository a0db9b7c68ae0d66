/** Page of one reading list: introduction, then every book with the curator's note. */
import { data } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { describePage } from "#app/display/page-title.ts";
import { ListedBook } from "#app/components/books/listed-book.tsx";
import { MoreReadingLists } from "#app/components/shelves/more-reading-lists.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { ShelfView } from "#app/components/shelves/shelf-view.tsx";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import {
  findReadingList,
  listReadingLists,
  listWorksOfReadingList,
} from "#shop/catalogue/content/reading-lists.server.ts";
import { sharedPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";

import type { Route } from "./+types/route";
import { ListOpening } from "./list-opening.tsx";

const othersShown = 3;

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const list = await findReadingList(db, params.listId);
  if (!list || list.books.length === 0) throw data("Reading list not found", { status: 404 });
  const all = await listReadingLists(db);
  // The lists that follow this one, wrapping around.
  const place = all.findIndex(({ id }) => id === list.id);
  const others = [...all.slice(place + 1), ...all.slice(0, Math.max(place, 0))].slice(0, othersShown);
  const works = await listWorksOfReadingList(db, list.id);
  const to = href("/reading-lists/:listId", { listId: list.id });
  const books = { workIds: works.map(({ workId }) => workId) };
  const editions = new Map(works.map(({ workId, bookId }) => [workId, bookId]));
  const query = readShelfQuery(request.url, "own");
  const shelf = await loadShelf(db, { name: `list:${list.id}`, books, editions }, query, { to, ownSort: "own" });
  context.get(documentHeadContext).graph.push(
    describeBreadcrumbs(settings.publicUrl, [
      ["Reading lists", href("/reading-lists")],
      [list.title, to],
    ]),
    ...(shelf.isAsked
      ? []
      : [describeBooks(settings.publicUrl, { name: list.title, books: list.books.map(({ book }) => book) })]),
  );
  return {
    list,
    shelf,
    others,
    url: settings.publicUrl + to,
    picture: sharedPagePath({ kind: "reading-lists", id: list.id, title: list.title, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { list, shelf, url, picture } = loaderData;
  const title = `${list.title}, a reading list`;
  return [...describePage(matches, { title, description: list.summary, url, picture }), ...robotsMeta(shelf)];
}

export default function ReadingListPage({ loaderData: { list, shelf, others } }: Route.ComponentProps) {
  // Unfiltered, the page shows the whole list, whether or not the shelf contains every book; filters select a part of
  // it.
  const listed = shelf.isAsked
    ? shelf.books.flatMap(({ id }) => list.books.filter(({ book }) => book.id === id))
    : list.books;
  return (
    <div className="page pt-8 lg:pt-12">
      <ListOpening list={list} />
      <div className="opening-letter mt-10 space-y-5 lg:mt-16 lg:ml-[8.33%]">
        {list.introduction.map((paragraph) => (
          <p key={paragraph} lang={detectLanguage(paragraph)} className="reading">
            {paragraph}
          </p>
        ))}
      </div>
      <div className="mt-14 lg:mt-24">
        <ShelfView
          shelf={shelf}
          name={list.title}
          ownOrder="Our own order"
          sorts={["own", "popularity", "newest", "rating", "title", "price", "price-down"]}
          isBelow
          isWide
        >
          <ul aria-label="Books on this list" className="space-y-14 lg:space-y-20">
            {listed.map(({ book, note }, index) => (
              <li key={book.id}>
                <ListedBook book={book} note={note} loads={index === 0 ? "soon" : "late"} />
              </li>
            ))}
          </ul>
        </ShelfView>
      </div>
      <MoreReadingLists title="More reading lists" lists={others} className="pt-20 lg:pt-32" />
    </div>
  );
}
