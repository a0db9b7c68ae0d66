import { EmptyState } from "#app/components/empty-state.tsx";
import { BookCover } from "#app/components/books/book-cover.tsx";
import { ListedBook } from "#app/components/books/listed-book.tsx";
import { MoreReadingLists } from "#app/components/shelves/more-reading-lists.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { describePage } from "#app/display/page-title.ts";
import { pickEndpaper } from "#app/display/pick-endpaper.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeBooks } from "#app/structured-data/books-list.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import type { WeeklyTable } from "#shop/catalogue/content/weekly-table.ts";
import { findCurrentTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";

const pageName = "This week’s table";
/** Number of covers at the top of the page. */
const coversShown = 3;
/** Number of reading lists below the table. */
const listsShown = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(servicesContext);
  const [table, lists] = await Promise.all([findCurrentTable({ db, now }), listReadingLists(db)]);
  context
    .get(documentHeadContext)
    .graph.push(
      describeBreadcrumbs(settings.publicUrl, [[pageName, href("/this-week")]]),
      ...(table
        ? [describeBooks(settings.publicUrl, { name: table.title, books: table.books.map(({ book }) => book) })]
        : []),
    );
  return {
    table,
    lists: lists.slice(0, listsShown),
    url: settings.publicUrl + href("/this-week"),
    picture: shopPagePath("this-week", settings.name),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { table, url, picture } = loaderData;
  const description = table
    ? `${table.title}. ${table.introduction}`
    : "A few books on the table by the door, each with one signed sentence.";
  return describePage(matches, { title: pageName, description, url, picture });
}

/** Returns the most frequent signature, which is shown once for all its notes; empty unless it occurs twice. */
function findCommonSignature(signatures: string[]): string {
  const counts = Map.groupBy(signatures, (signature) => signature);
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return most && most[1].length > 1 ? most[0] : "";
}

/** Page of this week's table: a few books, each with a signed note. */
export default function ThisWeek({ loaderData: { table, lists } }: Route.ComponentProps) {
  const commonSignature = findCommonSignature(table?.books.map(({ signature }) => signature) ?? []);
  return (
    <div className="page pt-8 lg:pt-12">
      {table ? <Opening table={table} signature={commonSignature} /> : <h1 className="text-h1">{pageName}</h1>}
      {table ? (
        <ul aria-label="Books on the table" className="listed-in-two mt-10 lg:mt-14">
          {table.books.map(({ book, sentence, signature }, index) => (
            <li key={book.id}>
              <ListedBook
                book={book}
                heading="h3"
                note={sentence}
                signature={signature === commonSignature ? "" : signature}
                loads={index < 2 ? "soon" : "late"}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className="mt-10">
          <EmptyState title="Nothing on it at the moment">
            <p>The next table is being prepared. In the reading lists, too, each book has a reason to be there.</p>
            <p className="mt-5">
              <ButtonLink to={href("/reading-lists")}>See the reading lists</ButtonLink>
            </p>
          </EmptyState>
        </div>
      )}
      {table && <MoreReadingLists title="Reading lists" lists={lists} />}
    </div>
  );
}

/** Name of the table on a label over its endpaper, with covers of the last books, as the first follow directly below. */
function Opening({ table, signature }: { table: WeeklyTable; signature: string }) {
  return (
    <Endpaper
      {...pickEndpaper({ id: table.id, endpaper: null })}
      className="list-endpaper max-sm:mx-[calc(-1*var(--gutter))]"
    >
      <ul aria-hidden="true" className="list-covers">
        {table.books.slice(-coversShown).map(({ book }, index) => (
          <li key={book.id}>
            <BookCover book={book} sizes="(min-width: 734px) 176px, 24vw" loads={index === 1 ? "first" : "soon"} />
          </li>
        ))}
      </ul>
      <div className="label max-w-[36rem] px-6 py-6 sm:px-9 sm:py-8">
        <h1 className="text-h1">{pageName}</h1>
        <h2 className="mt-3 text-h3" lang={detectLanguage(table.title)}>
          {table.title}
        </h2>
        <p className="mt-2 sm:text-lead" lang={detectLanguage(table.introduction)}>
          {table.introduction}
        </p>
        {signature && (
          <p className="mt-2 text-quiet">
            Chosen by <span className="italic">{signature}</span> unless signed.
          </p>
        )}
      </div>
    </Endpaper>
  );
}
