/** Shared wishlist, as friends of the reader see it by its link. */
import { data, Form, redirect } from "react-router";
import { z } from "zod";

import { AddToCart } from "#app/components/books/add-to-cart.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { WishBook } from "#app/components/books/wish-book.tsx";
import { servicesContext, visitorContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { readFriendToken, setFriendCookie } from "#app/session/friend-cookie.server.ts";
import { setFlash, takeFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import { bookId } from "#shop/kernel/forms/book-id.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { findSharedWishlist, promiseGift, takeBackGift } from "#shop/people/wishlist/shared-wishlist.server.ts";
import { firstListName, type SharedWish } from "#shop/people/wishlist/wishlist.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";
import type { Route } from "./+types/route";

const command = z.strictObject({
  intent: z.enum(["get", "leave"]),
  bookId,
});

const notes = new Map([
  [
    "promised",
    "You are getting this book. Everybody else with the link sees that it is taken; the owner of the list does not.",
  ],
  ["taken", "Somebody else was faster and is getting this book."],
  ["left", "The book is free for others again."],
]);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const friend = { readerId: context.get(visitorContext).reader?.id ?? null, token: readFriendToken(request) };
  const list = await findSharedWishlist(db, params.secret, friend);
  if (!list) throw data(null, { status: 404 });
  const headers = new Headers();
  const left = takeFlash(headers, request, "gift") ?? "";
  return data({ list, note: notes.get(left) ?? null, isGood: left !== "taken" }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const parsed = command.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw unreadableForm();
  const { intent, bookId } = parsed.data;
  const known = readFriendToken(request);
  const token = known ?? newSecret();
  const readerId = context.get(visitorContext).reader?.id ?? null;
  const gift = { secret: params.secret, bookId, readerId, token };
  const done = intent === "get" ? await promiseGift(db, gift) : (await takeBackGift(db, gift)) && "left";
  if (!done) throw data(null, { status: 404 });
  const headers = new Headers();
  if (!known) setFriendCookie(headers, request.url, token);
  setFlash(headers, request.url, "gift", done);
  return redirect(href("/wishlists/:secret", { secret: params.secret }), { status: 303, headers });
}

/** The link is a credential and must not leak to other sites in the Referer header. */
export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    pageTitle(matches, loaderData ? `${loaderData.list.of}’s wishlist` : "Page not found"),
    { name: "robots", content: "noindex" },
  ];
}

export default function SharedWishlistPage({ loaderData: { list, note, isGood } }: Route.ComponentProps) {
  return (
    <div className="page py-10 sm:py-14">
      <Endpaper pattern="jaal" inks="rose" className="flex p-3 pt-16 sm:p-6 sm:pt-24">
        <div className="label max-w-[34rem] px-6 py-6 sm:px-9 sm:py-8">
          <h1 className="text-h1 wrap-anywhere">{list.of}’s wishlist</h1>
          {list.name !== firstListName && (
            <p className="mt-1 font-display text-lead italic wrap-anywhere">{list.name}</p>
          )}
          <p className="mt-3 text-lead">
            {list.isOwn
              ? "This is your list as friends see it, without what they have said they will get: that stays a surprise."
              : `Mark what you’re giving, so nobody gives it twice. ${list.of} won’t see. (Marking does not buy it.)`}
          </p>
        </div>
      </Endpaper>
      {note && (
        <Banner variant={isGood ? "success" : "note"} className="mt-6">
          {note}
        </Banner>
      )}
      {list.wishes.length === 0 && <p className="mt-8 text-quiet">Nothing is on this list at the moment.</p>}
      <ul className="mt-8 grid gap-x-10 md:grid-cols-2 xl:gap-x-16">
        {list.wishes.map((wish) => (
          <WishBook key={wish.book.id} book={wish.book} note={wish.note}>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              {wish.gift !== "somebody" && wish.book.stock.state !== "sold-out" && (
                <AddToCart book={wish.book} variant="primary" className="w-36" />
              )}
              {!list.isOwn && <Giving wish={wish} />}
            </div>
          </WishBook>
        ))}
      </ul>
    </div>
  );
}

function Giving({ wish: { book, gift } }: { wish: SharedWish }) {
  if (gift === "somebody")
    return <p className="flex min-h-11 items-center font-semibold text-quiet">Somebody is getting this</p>;
  const isMine = gift === "you";
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4">
      <input type="hidden" name="bookId" value={book.id} />
      {isMine && <p className="font-semibold text-leaf">You are getting this</p>}
      <Button variant="quiet" name="intent" value={isMine ? "leave" : "get"} className="px-0!">
        <span>{isMine ? "Cancel" : "I’ll get this"}</span>
        <span className="sr-only" lang={detectLanguage(book.title)}>
          {" "}
          {book.title}
        </span>
      </Button>
    </Form>
  );
}
