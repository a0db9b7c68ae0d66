/** The wishlists of a reader, and the wishlist of a guest, which is stored in the browser. */
import { useEffect, useRef } from "react";
import { data, redirect, useRevalidator } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { setCartCookies } from "#app/session/cart-cookie.server.ts";
import { setCartCount } from "#app/client/cart/cart-count.ts";
import { setFlash, takeFlash } from "#app/http/flash-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { syncWishes } from "#app/client/cart/wishes.ts";
import { href } from "#routing/href.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { findTitle } from "#shop/catalogue/stock/stock-requests.server.ts";
import { listWishedIds, listWishes } from "#shop/people/wishlist/wishes.server.ts";
import { listWishlists } from "#shop/people/wishlist/wishlists.server.ts";
import { Banner } from "#ui/banner.tsx";
import { AddRequestedBook } from "./add-requested-book.tsx";
import { EmptyWishlist } from "./empty-wishlist.tsx";
import { GuestWishes } from "./guest-wishes.tsx";
import { ListNames } from "./list-names.tsx";
import { ListSettings, ShareList } from "./list-settings.tsx";
import { runWishlistCommand } from "./run-wishlist-command.server.ts";
import { parseWishlistCommand } from "./wishlist-command.server.ts";
import { WishRow } from "./wish-row.tsx";
import { wishlistFlashText } from "./wishlist-messages.ts";
import type { Route } from "./+types/route";

/** Loads a reader's lists and the open one; a guest's list is not known to the server. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const { reader } = context.get(visitorContext);
  if (!reader) {
    if (url.searchParams.has("list")) requireReader(context);
    return data({ isGuest: true as const });
  }
  const lists = await listWishlists(db, reader.id);
  const wanted = url.searchParams.get("list");
  const list = wanted === null ? lists[0] : lists.find(({ id }) => String(id) === wanted);
  if (wanted !== null && !list) throw data(null, { status: 404 });
  const add = url.searchParams.get("add");
  const [wishes, wished, cartCount, title] = await Promise.all([
    list ? listWishes(db, reader.id, list.id) : [],
    listWishedIds(db, reader.id),
    countCart(db, { readerId: reader.id }),
    add === null ? null : findTitle(db, add),
  ]);
  const headers = new Headers();
  return data(
    {
      isGuest: false as const,
      lists,
      list: list ?? null,
      wishes,
      wished,
      cartCount,
      requestedBook: add === null || title === null || wished.includes(add) ? null : { bookId: add, title },
      flash: wishlistFlashText(takeFlash(headers, request, "wishlist")),
      publicUrl: settings.publicUrl,
      hasAddress: reader.email !== null,
    },
    { headers },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const command = parseWishlistCommand(await request.formData());
  if (!command) throw unreadableForm();
  const outcome = await runWishlistCommand(context.get(servicesContext), reader.id, command);
  if (!outcome) throw data(null, { status: 404 });
  const headers = new Headers();
  setFlash(headers, request.url, "wishlist", outcome.flash);
  if (outcome.cartCount !== undefined) {
    setCartCookies(headers, request.url, { readerId: reader.id }, outcome.cartCount);
  }
  return redirect(href("/wishlist", { list: outcome.list }), { status: 303, headers });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Wishlist"), { name: "robots", content: "noindex" }];
}

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isGuest) return <ReaderWishes {...loaderData} />;
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">Wishlist</h1>
      <GuestWishes />
    </div>
  );
}

type ReaderWishesProps = Exclude<Route.ComponentProps["loaderData"], { isGuest: true }>;

function ReaderWishes(shown: ReaderWishesProps) {
  const { lists, list, wishes, wished, cartCount, requestedBook, flash, publicUrl, hasAddress } = shown;
  const { revalidate } = useRevalidator();
  const message = useRef<HTMLDivElement>(null);

  useEffect(() => {
    setCartCount(cartCount);
    // Books that were added on this device before the sign-in are merged after the page was rendered.
    void syncWishes(wished).then((isMore) => (isMore ? revalidate() : undefined));
    // The button that was pressed may be gone.
    if (flash && document.activeElement === document.body) message.current?.focus();
  }, [cartCount, wished, flash, revalidate]);

  return (
    <AccountLayout title="Wishlist">
      {flash && (
        <div ref={message} tabIndex={-1} className="mt-6 outline-none">
          <Banner variant={flash.isGood ? "success" : "note"}>{flash.words}</Banner>
        </div>
      )}
      {requestedBook && <AddRequestedBook {...requestedBook} />}
      {list && <ListNames lists={lists} shown={list.id} />}
      {list === null || (lists.length === 1 && wishes.length === 0) ? (
        <EmptyWishlist />
      ) : (
        <div className="grid gap-10">
          <section aria-labelledby="list-title" className="min-w-0">
            <ShareList key={list.id} list={list} publicUrl={publicUrl} />
            <h2 id="list-title" className="sr-only">
              {list.name}
            </h2>
            {wishes.length === 0 && (
              <p className="mt-4 text-quiet">Nothing is on this list yet. Move books here from another one.</p>
            )}
            <ul className="mt-5 grid gap-x-10 xl:grid-cols-2">
              {wishes.map((wish) => (
                <WishRow key={wish.book.id} wish={wish} list={list} lists={lists} />
              ))}
            </ul>
          </section>
          <ListSettings key={list.id} list={list} hasAddress={hasAddress} />
        </div>
      )}
    </AccountLayout>
  );
}
