/**
 * The table of all routes of the shop: who may request each route, and how it is cached. The router (`app/routes.ts`),
 * the cache of public pages, the check of cross-site requests, the service worker and all links are derived from this
 * table.
 */
import { authorPages, parameters } from "./parameters.ts";
import type { Route } from "./route.ts";
import { shelf } from "./shelf.ts";

const slugs = new RegExp(`^${parameters.categoryId}$`);
/** A page with forms, for a reader alone. */
const readerForms = { access: "reader", offline: "never", posts: "same-origin" } as const;
/** A form of a payment, which the service worker leaves alone. */
const payForm = { access: "personal", offline: "bypassed", posts: "same-origin" } as const;
/** A file for one reader. */
const ownFile = { access: "api", offline: "never", posts: "none" } as const;
/** Reports of other servers. */
const ofServers = { access: "api", offline: "bypassed" } as const;
const pageNumbers = /^[1-9]\d{0,3}$/;

/** Keys are paths as React Router writes them. */
export const routes = {
  "/": {
    file: "routes/home/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
    // Links of the desk: a draft of the shop window, or the shop before it is open.
    uncachedQuery: ["window", "preview"],
  },
  "/books/:bookId": {
    file: "routes/books/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
    cachedQuery: { page: { pattern: pageNumbers } },
  },
  "/books/:bookId/look-inside": {
    file: "routes/books/opening/look-inside.route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
  },
  "/books/:bookId/tell-me": {
    file: "routes/books/stock-request.route.tsx",
    access: "personal",
    offline: "never",
    posts: "same-origin",
  },
  "/books/:bookId/review": {
    file: "routes/books/review/route.tsx",
    access: "reader",
    offline: "never",
    posts: "same-origin",
  },
  "/categories/:categoryId?": {
    file: "routes/categories/route.tsx",
    ...shelf,
    cachedQuery: { id: { pattern: slugs, insteadOf: "categoryId" } },
  },
  "/authors/:authorId?": {
    file: "routes/authors/route.tsx",
    ...shelf,
    cachedQuery: { id: { pattern: slugs, insteadOf: "authorId" }, ...authorPages },
  },
  "/best-sellers": { file: "routes/best-sellers/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/search": { file: "routes/search/route.tsx", access: "personal", offline: "never", posts: "none" },
  "/series/:seriesId": { file: "routes/series/route.tsx", ...shelf },
  "/special-offers": { file: "routes/special-offers/route.tsx", ...shelf },
  "/reading-lists": {
    file: "routes/reading-lists/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
  },
  "/reading-lists/:listId": { file: "routes/reading-lists/reading-list/route.tsx", ...shelf },

  "/this-week": { file: "routes/this-week/route.tsx", access: "public", offline: "for-everyone", posts: "none" },

  "/about": { file: "routes/about/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/pages/:pageId": { file: "routes/pages/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/contact": { file: "routes/contact/route.tsx", access: "public", offline: "for-everyone", posts: "same-origin" },
  "/contact/:ticket": { file: "routes/contact/ticket.route.tsx", access: "personal", offline: "never", posts: "none" },
  "/ask-for-a-book": {
    file: "routes/ask-for-a-book/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "same-origin",
  },
  "/faq": {
    file: "routes/faq/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
    uncachedQuery: ["q"],
  },
  "/shipping": {
    file: "routes/shipping/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "none",
    uncachedQuery: ["pin"],
  },
  "/delivery": { file: "routes/delivery/route.ts", access: "api", offline: "never", posts: "none" },
  "/returns": { file: "routes/policies/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/privacy-policy": { file: "routes/policies/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/terms-of-service": { file: "routes/policies/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/api": { file: "routes/api/route.tsx", access: "public", offline: "for-everyone", posts: "none" },
  "/offline": { file: "routes/offline/route.tsx", access: "public", offline: "never", posts: "none" },
  "/newsletter": {
    file: "routes/newsletter/route.tsx",
    access: "public",
    offline: "for-everyone",
    posts: "same-origin",
  },
  "/newsletter/confirm/:token": {
    file: "routes/newsletter/confirm.route.tsx",
    access: "personal",
    offline: "never",
    posts: "same-origin",
  },
  "/newsletter/leave/:token": {
    file: "routes/newsletter/unsubscribe.route.tsx",
    access: "personal",
    offline: "never",
    posts: "one-click",
  },

  "/login": { file: "routes/sign-in/route.tsx", access: "sign-in", offline: "never", posts: "none" },
  "/register": { file: "routes/sign-in/route.tsx", access: "sign-in", offline: "never", posts: "none" },
  "/auth/google/start": {
    file: "routes/sign-in/start.route.ts",
    access: "sign-in",
    offline: "bypassed",
    posts: "none",
    isBare: true,
  },
  "/auth/google/callback": {
    file: "routes/sign-in/callback.route.tsx",
    access: "sign-in",
    offline: "bypassed",
    posts: "none",
  },
  "/auth/google/done": {
    file: "routes/sign-in/done.route.tsx",
    access: "sign-in",
    offline: "bypassed",
    posts: "none",
    isBare: true,
  },
  "/api/auth/attempts/:attemptId": {
    file: "routes/sign-in/attempt.route.ts",
    access: "api",
    offline: "bypassed",
    posts: "none",
  },
  "/api/auth/me": { file: "routes/sign-in/me.route.ts", access: "api", offline: "bypassed", posts: "none" },
  "/api/auth/logout": {
    file: "routes/sign-in/sign-out.route.ts",
    access: "api",
    offline: "bypassed",
    posts: "same-origin",
  },

  "/cart": { file: "routes/cart/route.tsx", access: "personal", offline: "for-its-reader", posts: "none" },
  "/cart/lines": { file: "routes/cart/lines.route.ts", access: "api", offline: "never", posts: "same-origin" },
  "/cart/forget": { file: "routes/cart/forget.route.ts", access: "api", offline: "never", posts: "same-origin" },
  "/cart/catch-up": { file: "routes/cart/sync-queue.route.ts", access: "api", offline: "never", posts: "same-origin" },
  "/checkout": { file: "routes/checkout/route.ts", access: "api", offline: "bypassed", posts: "same-origin" },
  "/checkout/verify": { ...payForm, file: "routes/checkout/verify.route.ts", access: "api" },
  "/checkout/status": { file: "routes/checkout/status.route.ts", access: "api", offline: "bypassed", posts: "none" },
  "/payments/return": {
    file: "routes/payments/return.route.tsx",
    access: "personal",
    offline: "bypassed",
    posts: "signed-form",
  },
  "/webhooks/parcels/:secret": { file: "routes/webhooks/scans.route.ts", ...ofServers, posts: "one-click" },
  "/webhooks/messages/:secret": { file: "routes/webhooks/messages.route.ts", ...ofServers, posts: "one-click" },
  "/webhooks/:provider": { file: "routes/webhooks/webhook.route.ts", ...ofServers, posts: "signed-json" },

  "/orders": { file: "routes/orders/route.tsx", access: "reader", offline: "for-its-reader", posts: "none" },
  "/orders/:orderNumber": {
    file: "routes/orders/order/route.tsx",
    access: "personal",
    offline: "for-its-reader",
    posts: "same-origin",
  },
  "/orders/:orderNumber/pay": { ...payForm, file: "routes/orders/pay/route.tsx", posts: "none" },
  "/orders/:orderNumber/payment": { ...payForm, file: "routes/orders/pay/payment.route.ts", access: "api" },
  "/orders/:orderNumber/documents/:document": {
    file: "routes/orders/documents/route.tsx",
    access: "personal",
    offline: "never",
    posts: "none",
  },
  "/orders/:orderNumber/documents/:document/pdf": {
    ...ownFile,
    file: "routes/orders/documents/pdf.route.ts",
  },
  "/orders/:orderNumber/bookplates": {
    ...ownFile,
    file: "routes/orders/plates/sheet.route.ts",
  },
  "/orders/:orderNumber/bookplates/:bookId": {
    file: "routes/orders/plates/route.tsx",
    access: "personal",
    offline: "never",
    posts: "none",
  },
  "/orders/:orderNumber/bookplates/:bookId/picture": {
    file: "routes/orders/plates/picture.route.ts",
    access: "api",
    offline: "never",
    posts: "same-origin",
  },
  "/quotations/:quotation": {
    file: "routes/quotations/route.tsx",
    access: "personal",
    offline: "never",
    posts: "same-origin",
  },
  "/quotations/:quotation/pdf": {
    ...ownFile,
    file: "routes/quotations/pdf.route.ts",
  },
  "/ex-libris/:secret": {
    file: "routes/ex-libris/route.tsx",
    access: "personal",
    offline: "never",
    posts: "none",
    hasPreview: true,
  },
  "/ex-libris/:secret/picture": {
    file: "routes/ex-libris/picture.route.ts",
    access: "api",
    offline: "never",
    posts: "none",
    hasPreview: true,
  },
  // Former paths, which letters of earlier versions link to.
  "/orders/:orderNumber/papers/:document": {
    ...ownFile,
    file: "routes/orders/documents/former-path.route.ts",
  },
  "/orders/:orderNumber/papers/:document/pdf": {
    ...ownFile,
    file: "routes/orders/documents/former-path.route.ts",
  },

  "/wishlist": {
    file: "routes/wishlist/route.tsx",
    access: "personal",
    offline: "for-its-reader",
    posts: "same-origin",
  },
  "/wishlist/books": { file: "routes/wishlist/books.route.ts", access: "api", offline: "never", posts: "same-origin" },
  "/wishlist/cards": { file: "routes/wishlist/cards.route.ts", access: "api", offline: "never", posts: "none" },
  "/wishlist/leave/:token": {
    file: "routes/wishlist/unsubscribe.route.tsx",
    access: "personal",
    offline: "never",
    posts: "one-click",
  },
  "/wishlists/:secret": {
    file: "routes/wishlists/route.tsx",
    access: "personal",
    offline: "never",
    posts: "same-origin",
  },

  "/account": { file: "routes/account/route.tsx", ...readerForms },
  "/account/confirm-email": { file: "routes/account/confirm-email.route.tsx", ...readerForms },
  "/account/addresses": { file: "routes/account/addresses.route.tsx", ...readerForms },
  "/account/addresses/:addressId": { file: "routes/account/address.route.tsx", ...readerForms },
  "/account/payment-methods": { file: "routes/account/payment-methods.route.tsx", ...readerForms },
  "/account/devices": { file: "routes/account/devices.route.tsx", ...readerForms },
  "/account/shelf": { file: "routes/account/shelf/route.tsx", access: "reader", offline: "never", posts: "none" },
  "/account/reviews": { file: "routes/account/reviews.route.tsx", access: "reader", offline: "never", posts: "none" },
  "/account/privacy": { file: "routes/account/privacy.route.tsx", ...readerForms },
  "/account/my-data": {
    file: "routes/account/my-data.route.ts",
    access: "api",
    offline: "never",
    posts: "same-origin",
  },
  "/account/delete": { file: "routes/account/delete.route.tsx", ...readerForms },
  "/account/deleted": { file: "routes/account/deleted.route.tsx", access: "personal", offline: "never", posts: "none" },
  "/review-letters/leave/:readerId/:key": {
    file: "routes/review-letters/unsubscribe.route.tsx",
    access: "personal",
    offline: "never",
    posts: "one-click",
  },

  "/*": { file: "routes/not-found/route.tsx", access: "personal", offline: "never", posts: "none" },
} satisfies Record<`/${string}`, Route>;
