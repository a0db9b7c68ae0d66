/** The opened book: on the left its endpaper with a bookplate, on the right its opening page, or a title page. */
import { useEffect, useRef, type MouseEvent } from "react";
import { data, Link, useLocation, useNavigate } from "react-router";

import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import { firstSentence } from "#app/display/first-sentence.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { movedTo } from "#app/http/moved-to.ts";
import { describeBreadcrumbs } from "#app/structured-data/breadcrumbs.ts";
import { href } from "#routing/href.ts";
import { sharePicturePath } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import { listAlternatives } from "#shop/catalogue/books/book.server.ts";
import { byline } from "#shop/catalogue/books/book.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { findTitlePage } from "#shop/catalogue/books/title-page.server.ts";
import type { OpeningPage } from "#shop/catalogue/content/opening-page.ts";
import { findOpeningPage } from "#shop/catalogue/content/opening-pages.server.ts";
import { Endpaper } from "#ui/endpaper.tsx";
import { CloseIcon } from "#ui/icons.tsx";

import type { Route } from "./+types/look-inside.route";
import { Bookplate } from "./bookplate.tsx";
import { OpeningLeaf } from "./opening-leaf.tsx";

/** Maximum length of the description on a title page, in characters. */
const maxAbout = 300;
/** Number of similar books on the bookplate of a sold-out book. */
const meanwhileBooks = 2;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const found = await findTitlePage(db, params.bookId);
  if (!found?.isListed) {
    const bookId = await findMovedAddress(db, "book", params.bookId);
    if (bookId !== null) throw movedTo(href("/books/:bookId/look-inside", { bookId }));
  }
  if (!found) throw data("Book not found", { status: 404 });
  const { workId: _, description, ...book } = found;
  const opening = await findOpeningPage(db, book.id);
  const isSoldOut = book.stock.state === "sold-out";
  context.get(documentHeadContext).graph.push(
    describeBreadcrumbs(settings.publicUrl, [
      [book.title, href("/books/:bookId", { bookId: book.id })],
      [`${nameInside(opening).title} ${book.title}`, href("/books/:bookId/look-inside", { bookId: book.id })],
    ]),
  );
  return {
    book,
    opening,
    // Shown only on a title page.
    about: opening ? "" : firstSentenceOf(description),
    meanwhile: isSoldOut ? await listAlternatives(db, found, meanwhileBooks) : [],
    // Formatted on the server: a browser may use another name, which would break hydration.
    languageName: new Intl.DisplayNames([book.language, "en"], { type: "language" }).of(book.language) ?? "",
    url: settings.publicUrl + href("/books/:bookId/look-inside", { bookId: book.id }),
    picture: sharePicturePath(book),
  };
}

/** Returns the first sentence of a description; empty when it is too long for a title page. */
function firstSentenceOf(description: string): string {
  const sentence = firstSentence(description);
  return sentence.length > maxAbout ? "" : sentence;
}

/** Titles and descriptions of the page, before the title of the book, by what is inside. */
const insides = {
  extract: { title: "Look inside", description: "The first lines of" },
  contents: { title: "Look inside", description: "The table of contents of" },
  note: { title: "A word about", description: "What our bookseller says before you open" },
  titlePage: { title: "The title page of", description: "The title page of" },
};

function nameInside(opening: OpeningPage | null) {
  return insides[opening?.kind ?? "titlePage"];
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { book, opening, url, picture } = loaderData;
  const by = byline(book.authors);
  const inside = nameInside(opening);
  const description = describePage(matches, {
    title: `${inside.title} ${book.title}`,
    description: `${inside.description} ${book.title}${by && ` by ${by}`}.`,
    url,
    picture,
  });
  // A title page contains nothing that the book's page does not.
  return opening && book.isListed ? description : [...description, { name: "robots", content: "noindex" }];
}

export default function LookInside({
  loaderData: { book, opening, about, meanwhile, languageName },
}: Route.ComponentProps) {
  const leaf = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  // The previous history entry is the book's page, so closing goes back.
  const isOpened = (useLocation().state as { isOpened?: boolean } | null)?.isOpened === true;
  const page = href("/books/:bookId", { bookId: book.id });

  useEffect(() => {
    if (isOpened) leaf.current?.focus({ preventScroll: true });
    return () => document.querySelector<HTMLElement>(".board-link")?.focus({ preventScroll: true });
  }, [isOpened]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // Escape first closes a dialog or popover, or clears an input.
      if (document.querySelector("dialog[open], :popover-open") || document.activeElement?.matches("input")) return;
      if (isOpened) void navigate(-1);
      else void navigate(page, { viewTransition: true });
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isOpened, navigate, page]);

  function close(event: MouseEvent) {
    if (!isOpened || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  }

  const endpaper = pickBookEndpaper(book);
  return (
    <div className="page open-book-stand pt-2 lg:pt-4">
      <p className="open-book-way">
        <Link to={page} viewTransition onClick={close} className="quiet-link inline-flex min-h-11 items-center gap-2">
          <CloseIcon className="size-5" />
          Close the book
        </Link>
      </p>
      <div className={`open-book ${opening?.kind === "extract" ? "open-book-long" : ""}`}>
        <Endpaper {...endpaper} className="open-book-edge" />
        <OpeningLeaf ref={leaf} book={book} opening={opening} about={about} languageName={languageName} />
        <Bookplate book={book} endpaper={endpaper} meanwhile={meanwhile} />
      </div>
    </div>
  );
}
