/**
 * The table of the API's endpoints: the routes, the OpenAPI document and the page about the API are generated from it.
 */

import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { z } from "zod";

import { maxCursorLength } from "./cursor.ts";
import {
  author,
  authorList,
  bookList,
  categoryList,
  foundBooks,
  orderList,
  setStockAnswer,
  stock,
  stockSetting,
  wholeBook,
} from "./schemas.ts";
import type { Scope } from "./scopes.ts";

export interface Endpoint {
  method: "get" | "put";
  /** In OpenAPI syntax: `/api/v1/books/{id}`. */
  path: string;
  summary: string;
  /** The description of each parameter in the path. */
  pathParameters: Record<string, string>;
  query: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** The scope that a token needs; an endpoint without a scope is public. */
  scope?: Scope;
}

/** The maximum number of rows of one response. */
export const maxRows = 100;
/** The maximum length of a search query, in characters. */
const maxQueryLength = 200;

const limitError = `limit is a whole number from 1 to ${maxRows}.`;
const limit = z.coerce
  .number({ error: limitError })
  .int({ error: limitError })
  .min(1, { error: limitError })
  .max(maxRows, { error: limitError })
  .default(50)
  .describe(`maximum number of rows, 1 to ${maxRows}; default 50`);
const cursor = z
  .string()
  .max(maxCursorLength, { error: "Invalid cursor for this list. Pass `next` of the previous response unchanged." })
  .optional();
const page = z.strictObject({ cursor: cursor.describe("`next` of the previous response"), limit });
const nothing = z.strictObject({});

export const endpoints = {
  listBooks: {
    method: "get",
    path: "/api/v1/books",
    summary: "Every edition that is listed, in the order of ids",
    pathParameters: {},
    query: page,
    answer: bookList,
  },
  findBook: {
    method: "get",
    path: "/api/v1/books/{id}",
    summary: "One edition",
    pathParameters: { id: "the book’s id" },
    query: nothing,
    answer: wholeBook,
  },
  findBookByIsbn: {
    method: "get",
    path: "/api/v1/isbn/{isbn}",
    summary: "One edition by its ISBN",
    pathParameters: { isbn: "13 digits, or the 10 digits of an old ISBN; hyphens do not matter" },
    query: nothing,
    answer: wholeBook,
  },
  search: {
    method: "get",
    path: "/api/v1/search",
    summary: "Books by words of their title, author, series or publisher, or by ISBN, the best first",
    pathParameters: {},
    query: z.strictObject({
      q: z
        .string({ error: "q is missing: say what to search for, such as ?q=malgudi." })
        .max(maxQueryLength, { error: `q is longer than ${maxQueryLength} characters.` })
        .describe(
          "each word must match; case, accents and initials do not matter, and Hindi may be typed in Latin letters",
        ),
      limit,
    }),
    answer: foundBooks,
  },
  listCategories: {
    method: "get",
    path: "/api/v1/categories",
    summary: "Every category, in the order of ids",
    pathParameters: {},
    query: page,
    answer: categoryList,
  },
  listAuthors: {
    method: "get",
    path: "/api/v1/authors",
    summary: "Every author, editor, translator and illustrator, in the order of ids",
    pathParameters: {},
    query: page,
    answer: authorList,
  },
  findAuthor: {
    method: "get",
    path: "/api/v1/authors/{id}",
    summary: "One author",
    pathParameters: { id: "the author’s id" },
    query: nothing,
    answer: author,
  },
  findStock: {
    method: "get",
    path: "/api/v1/stock/{isbn}",
    summary: "Stock of a book, by its ISBN",
    pathParameters: { isbn: "13 digits, or the 10 digits of an old ISBN" },
    query: nothing,
    answer: stock,
  },
  setStock: {
    method: "put",
    path: "/api/v1/stock/{isbn}",
    summary: "Sets copies, price and MRP of a book; repeating the request changes nothing",
    pathParameters: { isbn: "13 digits, or the 10 digits of an old ISBN" },
    query: nothing,
    body: stockSetting,
    answer: setStockAnswer,
    scope: "stock:write",
  },
  listOrders: {
    method: "get",
    path: "/api/v1/orders",
    summary: "Paid orders, oldest change first; an order is listed again after each change",
    pathParameters: {},
    query: z.strictObject({ since: cursor.describe("`next` of the previous response; omit it for all orders"), limit }),
    answer: orderList,
    scope: "orders:read",
  },
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** The endpoints with their names, in the order of the table. */
export function listEndpoints(): (Endpoint & { name: EndpointName })[] {
  return typedKeys(endpoints).map((name) => ({ ...endpoints[name], name }));
}
