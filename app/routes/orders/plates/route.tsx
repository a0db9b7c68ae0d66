/** Page of one bought book and its bookplate: the sheet to cut out, and the picture to send. */
import { data, Link } from "react-router";

import { BookCover } from "#app/components/books/book-cover.tsx";
import { OpenedBook } from "#app/components/plates/opened-book.tsx";
import { SendPicture } from "#app/components/plates/send-picture.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { takeFlash } from "#app/http/flash-cookie.server.ts";
import { readOrderViewer } from "#app/session/order-viewer.server.ts";
import { href } from "#routing/href.ts";
import { findBoughtPlate } from "#shop/sales/orders/plates/shared-plates.server.ts";
import { Banner } from "#ui/banner.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { MadePicture } from "./made-picture.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const { orderNumber: number, bookId } = params;
  const by = readOrderViewer(context, request, number);
  const plate = by && (await findBoughtPlate(db, { number, bookId, by }));
  if (!plate) throw data(null, { status: 404 });
  const headers = new Headers();
  const isLimited = takeFlash(headers, request, number) === "many-pictures";
  const key = new URL(request.url).searchParams.get("key");
  const isSignedIn = context.get(visitorContext).reader !== null;
  return data({ ...plate, number, key, isLimited, isSignedIn, publicUrl: settings.publicUrl }, { headers });
}

/** The link's key is a credential and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const title = loaderData ? `Your bookplate: ${loaderData.book.title}` : "Page not found";
  return [pageTitle(matches, title), { name: "robots", content: "noindex" }];
}

export default function BookplatePage({ loaderData }: Route.ComponentProps) {
  const { book, author, words, secret, number, key, isLimited, isSignedIn, publicUrl } = loaderData;
  const order = href("/orders/:orderNumber", { orderNumber: number }, { key });
  return (
    <div className="page py-10 sm:py-14">
      {isSignedIn && (
        <p>
          <Link to={href("/account/shelf")} className="link inline-flex min-h-11 items-center">
            My shelf
          </Link>
        </p>
      )}
      <div className="mt-4 grid gap-x-16 gap-y-8 md:grid-cols-[24rem_minmax(0,1fr)] md:items-start">
        {words ? (
          <OpenedBook book={book} words={words} />
        ) : (
          <BookCover book={{ ...book, authors: [] }} sizes="224px" loads="soon" className="w-56" />
        )}
        <div className="min-w-0">
          <h1 className="text-h1 wrap-anywhere" lang={detectLanguage(book.title)}>
            {book.title}
          </h1>
          {author && (
            <p className="mt-1 text-lead text-quiet wrap-anywhere" lang={detectLanguage(author)}>
              {author}
            </p>
          )}
          {isLimited && (
            <Banner variant="note" className="mt-6">
              Many pictures were asked for in a short time. Please wait a minute and try again.
            </Banner>
          )}
          {words ? (
            <>
              <p className="mt-6 max-w-measure">Print your bookplate, cut it out and paste it inside the cover.</p>
              <div className="mt-4 flex flex-wrap items-start gap-3">
                <ButtonLink
                  to={href("/orders/:orderNumber/bookplates", { orderNumber: number }, { key })}
                  reloadDocument
                  className="max-sm:w-full"
                >
                  Save the bookplates (PDF)
                </ButtonLink>
                {secret === null && (
                  <SendPicture orderNumber={number} bookId={book.id} title={book.title} linkKey={key} />
                )}
              </div>
            </>
          ) : (
            <p className="mt-6 max-w-measure">This book came without a bookplate.</p>
          )}
          <p className="mt-4 flex flex-wrap gap-x-6">
            <Link to={order} className="link inline-flex min-h-11 items-center">
              See your order
            </Link>
            <Link to={href("/books/:bookId", { bookId: book.id })} className="link inline-flex min-h-11 items-center">
              See the book
            </Link>
          </p>
        </div>
      </div>
      {secret !== null && words && (
        <MadePicture
          secret={secret}
          words={words}
          orderNumber={number}
          bookId={book.id}
          title={book.title}
          linkKey={key}
          publicUrl={publicUrl}
        />
      )}
    </div>
  );
}
