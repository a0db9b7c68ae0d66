import { findRoute } from "./find-route.ts";
import type { routes } from "./routes.ts";

/** Pages about books and buying, which readers do not see before the shop is open. */
const shopPages = new Set<string>([
  "/books/:bookId",
  "/books/:bookId/look-inside",
  "/books/:bookId/tell-me",
  "/books/:bookId/review",
  "/categories/:categoryId?",
  "/authors/:authorId?",
  "/best-sellers",
  "/search",
  "/series/:seriesId",
  "/special-offers",
  "/reading-lists",
  "/reading-lists/:listId",
  "/this-week",
  "/about",
  "/pages/:pageId",
  "/ask-for-a-book",
  "/faq",
  "/api",
  "/cart",
  "/wishlist",
  "/wishlist/cards",
  "/wishlists/:secret",
] satisfies (keyof typeof routes)[]);

/**
 * Whether a path is shown only once the shop is open. Contact, newsletter and policies are shown before too: payment
 * providers and Google ask for them before they approve a shop. So is what letters link to, such as orders.
 */
export function isOfOpenShop(path: string): boolean {
  const found = findRoute(path);
  return found !== null && shopPages.has(found.path);
}
