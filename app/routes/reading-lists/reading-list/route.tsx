import { data } from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { describePage } from "#app/display/page-title.ts";
import { ReadingListRows } from "#app/components/reading-list-rows.tsx";
import { SectionHeading } from "#app/components/section-heading.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { findReadingList, listReadingLists } from "#shop/content/reading-lists.server.ts";
import { sharedPagePath } from "#shop/catalogue/share-pictures.ts";

import type { Route } from "./+types/route";
import { ListOpening } from "./list-opening.tsx";
import { ListedBook } from "./listed-book.tsx";

const othersShown = 3;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const list = await findReadingList(db, params.listId);
  if (!list || list.books.length === 0) throw data("Reading list not found", { status: 404 });
  const all = await listReadingLists(db);
  // The lists that follow this one, round and round.
  const place = all.findIndex(({ id }) => id === list.id);
  const others = [...all.slice(place + 1), ...all.slice(0, Math.max(place, 0))].slice(0, othersShown);
  const path = href("/reading-lists/:listId", { listId: list.id });
  context.get(documentHeadContext).graph.push(
    describeBreadcrumbs(settings.publicUrl, [
      ["Reading Lists", href("/reading-lists")],
      [list.title, path],
    ]),
    describeBooks(settings.publicUrl, { name: list.title, books: list.books.map(({ book }) => book) }),
  );
  return {
    list,
    others,
    url: settings.publicUrl + path,
    picture: sharedPagePath({ kind: "reading-lists", id: list.id, title: list.title, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { list, url, picture } = loaderData;
  return describePage(matches, { title: `${list.title}, a reading list`, description: list.summary, url, picture });
}

/** One reading list: why it was made, then every book with its reason. */
export default function ReadingListPage({ loaderData: { list, others } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ListOpening list={list} />
      <div className="opening-letter mt-10 space-y-5 lg:mt-16 lg:ml-[8.33%]">
        {list.introduction.map((paragraph) => (
          <p key={paragraph} lang={languageOf(paragraph)} className="reading">
            {paragraph}
          </p>
        ))}
      </div>
      <ul aria-label="Books on this list" className="mt-14 space-y-14 lg:mt-24 lg:space-y-20">
        {list.books.map(({ book, note }, index) => (
          <li key={book.id}>
            <ListedBook book={book} note={note} loads={index === 0 ? "soon" : "late"} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="others-title" className="pt-20 lg:pt-32">
          <SectionHeading
            id="others-title"
            title="More reading lists"
            more={{ label: "All reading lists", to: href("/reading-lists") }}
          />
          <ReadingListRows lists={others} />
        </section>
      )}
    </div>
  );
}
