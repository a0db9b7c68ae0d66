import { data } from "react-router";

import { describePage } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { robotsOf } from "#app/shelves/robots-of.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { movedTo } from "#app/http/moved-to.ts";
import { href } from "#routing/href.ts";
import { findAuthor, listAuthors } from "#shop/catalogue/authors.server.ts";
import { findMovedAddress } from "#shop/catalogue/moved-addresses.server.ts";
import { sharedPagePath, shopPagePath } from "#shop/catalogue/share-pictures.ts";

import type { Route } from "./+types/route";
import { AuthorGrid } from "./author-grid.tsx";
import { OneAuthor } from "./one-author.tsx";

const none = { rows: [], isCut: false };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const id = params.authorId ?? new URL(request.url).searchParams.get("id");
  if (!id)
    return {
      author: null,
      authors: await listAuthors(db),
      shelf: null,
      url: settings.publicUrl + href("/authors"),
      picture: shopPagePath("authors", settings.name),
    };
  const author = await findAuthor(db, id);
  if (!author) {
    const authorId = await findMovedAddress(db, "author", id);
    if (authorId !== null) throw movedTo(href("/authors/:authorId", { authorId }));
    throw data("Author not found", { status: 404 });
  }
  const to = href("/authors/:authorId", { authorId: author.id });
  const name = `author:${author.id}`;
  const query = readShelfQuery(request.url, "rating");
  const shelf = await loadShelf(db, { name, books: { facet: name } }, query, { to, ownSort: "rating" });
  return {
    author,
    authors: none,
    shelf,
    url: settings.publicUrl + to,
    picture: sharedPagePath({ kind: "authors", id: author.id, title: author.name, shopName: settings.name }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { author, shelf, url, picture } = loaderData;
  const described = describePage(matches, {
    title: author?.name ?? "Authors",
    description: author
      ? author.bio || `The books of ${author.name} on our shelves.`
      : "Everyone who wrote what is on our shelves, from A to Z.",
    url,
    picture,
    type: author ? "profile" : undefined,
  });
  return [...described, ...robotsOf(shelf)];
}

/** Everyone who wrote what is on the shelves, or one of them with their books. */
export default function Authors({ loaderData: { author, authors, shelf } }: Route.ComponentProps) {
  return author && shelf ? <OneAuthor author={author} shelf={shelf} /> : <AuthorGrid authors={authors} />;
}
