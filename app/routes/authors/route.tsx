import { data, redirect } from "react-router";

import { firstSentence, firstSentences } from "#app/display/first-sentence.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { loadShelf } from "#app/shelves/load-shelf.server.ts";
import { robotsMeta } from "#app/shelves/robots-meta.ts";
import { readShelfQuery } from "#app/shelves/read-shelf-query.ts";
import { movedTo } from "#app/http/moved-to.ts";
import { describeShelf } from "#app/structured-data/shelf.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { feedOf } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { authorPages } from "#routing/parameters.ts";
import {
  findAuthor,
  listFeaturedAuthors,
  listLetterCovers,
  readAuthorIndex,
} from "#shop/catalogue/books/authors.server.ts";
import { findDescriptions, listNearBooks } from "#shop/catalogue/books/book.server.ts";
import type { IndexedAuthor } from "#shop/catalogue/books/author-index.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { sharedPagePath, shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";

import type { Route } from "./+types/route";
import { AuthorGrid } from "./author-grid.tsx";
import { authorListPath, formatInitial } from "./beginnings.ts";
import { describeAuthor } from "./describe-author.ts";
import { OneAuthor } from "./one-author.tsx";

/** How many authors the first page introduces with a cover and biography. */
const introduced = 4;
/** Maximum length of the text about an author's only book. */
const maxAbout = { atMost: 3, maxLength: 420 };
/** How many books by others follow the author's. */
const alikeShown = 5;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const id = params.authorId ?? new URL(request.url).searchParams.get("id");
  const head = context.get(documentHeadContext);
  const writers = ["Authors", href("/authors")] as const;
  if (!id) {
    const letter = new URL(request.url).searchParams.get("letter")?.toLowerCase() ?? "";
    const beginning = authorPages.letter.pattern.test(letter) ? letter : null;
    const after = beginning && new URL(request.url).searchParams.get("after");
    const index = await readAuthorIndex(db, beginning, after);
    if (!index) throw redirect(authorListPath(beginning));
    head.graph.push(describeBreadcrumbs(settings.publicUrl, [writers]));
    const [covers, chosen] = await Promise.all([
      listLetterCovers(db, index.authors),
      beginning === null ? listFeaturedAuthors(db, introduced) : [],
    ]);
    const introducible = chosen.length > 0 || beginning !== null ? chosen : withMostBooks(index.authors);
    const introducedCovers = await listLetterCovers(
      db,
      introducible.map((each) => ({ ...each, letter: each.id })),
    );
    return {
      author: null,
      index: { ...index, authors: index.authors.map(pickName) },
      covers,
      introduced: introducible.map((each) => ({ ...each, bio: firstSentence(each.bio) })),
      introducedCovers,
      shelf: null,
      about: "",
      alike: [],
      url: settings.publicUrl + authorListPath(beginning, after),
      picture: shopPagePath("authors", settings.name),
    };
  }
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
  const [first, second] = shelf.books;
  const [alike, descriptions] = await Promise.all([
    first && !shelf.isAsked ? listNearBooks(db, first.id, { besides: shelf.books, limit: alikeShown }) : [],
    findDescriptions(db, first && !second ? [first.id] : []),
  ]);
  head.graph.push(
    describeAuthor(author, settings.publicUrl),
    describeBreadcrumbs(settings.publicUrl, [writers, [author.name, to]]),
    ...describeShelf(settings.publicUrl, { name: `Books by ${author.name}`, shelf }),
  );
  head.feeds.push({ title: `New by ${author.name}`, path: feedOf("authors", author.id) });
  return {
    author,
    index: null,
    covers: {},
    introduced: [],
    introducedCovers: {},
    shelf,
    about: first ? firstSentences(descriptions.get(first.id) ?? "", maxAbout) : "",
    alike,
    url: settings.publicUrl + to,
    picture: sharedPagePath({ kind: "authors", id: author.id, title: author.name, shopName: settings.name }),
  };
}

function withMostBooks(authors: IndexedAuthor[]): IndexedAuthor[] {
  return authors.toSorted((one, other) => other.bookCount - one.bookCount).slice(0, introduced);
}

/** The part of an author that the index shows. */
function pickName({ id, name, bookCount, letter }: IndexedAuthor) {
  return { id, name, bookCount, letter };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { author, index, shelf, url, picture } = loaderData;
  const described = describePage(matches, {
    title: author?.name ?? (index?.shown ? `Authors: ${formatInitial(index.shown)}` : "Authors"),
    description: author
      ? author.bio || `The books of ${author.name} on our shelves.`
      : index?.shown
        ? `The authors under ${formatInitial(index.shown)} whose books are on our shelves.`
        : "Everyone on our shelves, from A to Z.",
    url,
    picture,
    type: author ? "profile" : undefined,
  });
  return [...described, ...robotsMeta(shelf)];
}

/** Index of authors, or the page of one author. */
export default function Authors({ loaderData: { author, shelf, about, alike, ...list } }: Route.ComponentProps) {
  if (author && shelf) return <OneAuthor author={author} shelf={shelf} about={about} alike={alike} />;
  return list.index && <AuthorGrid {...list} index={list.index} />;
}
