import { redirect } from "react-router";
import { z } from "zod";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import { unreadableForm } from "#app/http/unreadable-form.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import type { WishAnswer } from "#app/client/cart/wishes.ts";
import { href } from "#routing/href.ts";
import { bookId } from "#shop/kernel/forms/book-id.ts";
import { addWish, mergeWishes, listWishedIds, removeWish } from "#shop/people/wishlist/wishes.server.ts";
import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import { wishRefusals } from "./wishlist-messages.ts";
import type { Route } from "./+types/books.route";

const heart = z.strictObject({
  intent: z.enum(["add", "remove", "join"]).default("add"),
  bookId: bookId.or(z.literal("")),
  /** Ids of the wishes that this device kept for a guest before the sign-in. */
  brought: z
    .string()
    .max(maxGuestWishes * 121, { abort: true })
    .default("")
    .transform((text) => text.split(" ", maxGuestWishes).filter((id) => bookId.safeParse(id).success)),
});

export function loader() {
  return redirect(href("/wishlist"));
}

/**
 * Adds or removes a book by its heart button. A guest's browser keeps its own list; without JavaScript, a guest is
 * redirected to sign in first.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const parsed = heart.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw unreadableForm();
  const { intent, bookId: id, brought } = parsed.data;
  const { reader, requested } = context.get(visitorContext);
  if (!reader && !requested.isScript) {
    return redirect(href("/login", { next: href("/wishlist", { add: id }) }), 303);
  }
  // The browser does not know yet that its session has expired, which is no reason to show an error.
  if (!reader && intent === "join") return Response.json({ message: "" } satisfies WishAnswer);

  const { id: readerId } = requireReader(context);
  const services = context.get(servicesContext);
  const { db } = services;
  await mergeWishes(services, readerId, brought);
  const added = intent === "add" ? await addWish(services, readerId, id) : null;
  if (intent === "remove") await removeWish(db, readerId, id);
  if (!requested.isScript) {
    const headers = new Headers();
    setFlash(headers, request.url, "wishlist", added && !added.ok ? added.reason : "added");
    return redirect(href("/wishlist"), { status: 303, headers });
  }
  const answer: WishAnswer =
    added && !added.ok
      ? { message: wishRefusals[added.reason], books: null }
      : { message: "", books: await listWishedIds(db, readerId) };
  return Response.json(answer, { headers: { "cache-control": "private, no-store" } });
}
