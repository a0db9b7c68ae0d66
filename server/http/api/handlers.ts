/** The handlers of the API's endpoints, which read books, stock and orders and set stock. */
import type { z } from "zod";

import {
  findApiAuthor,
  findApiBook,
  findApiBookByIsbn,
  findApiStock,
  listApiAuthors,
  listApiBooks,
  listApiCategories,
  searchApiBooks,
} from "#shop/outlets/api/catalogue.server.ts";
import { decodeCursor, encodeCursor, type CursorList } from "#shop/outlets/api/cursor.ts";
import type { EndpointName, endpoints } from "#shop/outlets/api/endpoints.ts";
import { listChangedOrders } from "#shop/outlets/api/orders.server.ts";
import type { Scope } from "#shop/outlets/api/scopes.ts";
import type { ApiToken } from "#shop/outlets/api/tokens.server.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Services } from "#shop/services.ts";
import { recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { setStock, type SetStock, type SettingName } from "#shop/catalogue/stock/set-stock.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ApiProblem } from "./api-problem.ts";

type Table = typeof endpoints;

/** The input of an endpoint. Everything is validated except the path parameters. */
export interface Input<Name extends EndpointName> {
  services: Services;
  path: Record<keyof Table[Name]["pathParameters"], string>;
  query: z.infer<Table[Name]["query"]>;
  body: Table[Name] extends { body: infer Body extends z.ZodType } ? z.infer<Body> : null;
  /** The token of the request; null for an endpoint that needs none. */
  token: Table[Name] extends { scope: Scope } ? ApiToken : null;
}

type Handlers = { [Name in EndpointName]: (input: Input<Name>) => Promise<z.infer<Table[Name]["answer"]>> };

/** A handler throws an ApiProblem when it cannot answer. */
export const handlers: Handlers = {
  async listBooks({ services: { db, settings }, query }) {
    const after = idAfter("books", query.cursor);
    const { rows, isCut } = await listApiBooks(db, settings.publicUrl, { after, limit: query.limit });
    return { books: rows, next: nextOf("books", rows, isCut) };
  },
  async findBook({ services: { db, settings }, path }) {
    const id = readId(path.id);
    return (id && (await findApiBook(db, settings.publicUrl, id))) || missing("book with this id");
  },
  async findBookByIsbn({ services: { db, settings }, path }) {
    const found = await findApiBookByIsbn(db, settings.publicUrl, isbnOf(path.isbn));
    return found ?? missing("book with this ISBN");
  },
  async search({ services: { db, settings }, query: { q, limit } }) {
    const books = await searchApiBooks(db, settings.publicUrl, { query: q, limit });
    if (!books) throw new ApiProblem(400, "q is empty: it must contain the text to search for.");
    return { books };
  },
  async listCategories({ services: { db, settings }, query }) {
    const after = idAfter("categories", query.cursor);
    const { rows, isCut } = await listApiCategories(db, settings.publicUrl, { after, limit: query.limit });
    return { categories: rows, next: nextOf("categories", rows, isCut) };
  },
  async listAuthors({ services: { db, settings }, query }) {
    const after = idAfter("authors", query.cursor);
    const { rows, isCut } = await listApiAuthors(db, settings.publicUrl, { after, limit: query.limit });
    return { authors: rows, next: nextOf("authors", rows, isCut) };
  },
  async findAuthor({ services: { db, settings }, path }) {
    const id = readId(path.id);
    return (id && (await findApiAuthor(db, settings.publicUrl, id))) || missing("author with this id");
  },
  async findStock({ services: { db }, path }) {
    return (await findApiStock(db, isbnOf(path.isbn))) ?? missing("book with this ISBN");
  },
  async setStock({ services, path, body, token }) {
    const isbn13 = isbnOf(path.isbn);
    const result = await recorded(
      services,
      { actor: "token", name: token.name },
      (within) => setStock(within, isbn13, body, `token ${token.name}`),
      // A till may send the same stock every minute. Without a change, the audit log gets no entry.
      (done) =>
        done.ok && done.changed.length > 0
          ? {
              action: "stock.set",
              words: `Set ${done.changed.map((name) => settingWords[name]).join(", ")} of ${done.bookId}.`,
              subject: `book ${done.bookId}`,
              before: done.before,
              after: pick(done, done.changed),
            }
          : null,
      { isUndoable: true },
    );
    if (result.ok) {
      const { ok: _, before: _before, ...set } = result;
      return { isbn13, ...set };
    }
    if (result.reason === "no-such-book") return missing("book with this ISBN");
    if (result.reason === "reserved")
      throw new ApiProblem(
        409,
        `Orders have reserved ${formatCount(result.reserved, "copy", "copies")} of this book, so the stock cannot be lower. Nothing was changed.`,
      );
    const { pricePaise, mrpPaise } = result;
    throw new ApiProblem(
      409,
      `The price ${formatPaise(pricePaise)} is above the MRP ${formatPaise(mrpPaise)}. Nothing was changed.`,
    );
  },
  async listOrders({ services, query: { since, limit } }) {
    const [changedAt = "0", id = "0"] = since === undefined ? [] : readCursor("orders", since);
    const after = { changedAt, id };
    const { orders, last, isCut } = await listChangedOrders(services.db, { after, limit });
    const next = last ? encodeCursor("orders", last.changedAt, last.id) : (since ?? null);
    return { orders, next, hasMore: isCut };
  },
};

const settingWords: Record<SettingName, string> = { copies: "copies", pricePaise: "the price", mrpPaise: "the MRP" };

function pick(set: SetStock, names: readonly SettingName[]) {
  return Object.fromEntries(names.map((name) => [name, set[name]]));
}

function missing(what: string): never {
  throw new ApiProblem(404, `There is no ${what}.`);
}

/** Returns the id if it is well-formed, otherwise null. */
function readId(given: string): string | null {
  return /^[a-z0-9-]{1,300}$/.test(given) ? given : null;
}

function isbnOf(given: string): string {
  const read = readIsbn(given);
  if ("value" in read) return read.value;
  if ("barcode" in read)
    throw new ApiProblem(400, `${read.barcode} is a barcode, but not an ISBN: an ISBN begins with 978 or 979.`);
  throw new ApiProblem(400, `${read.fault}.`);
}

function readCursor(list: CursorList, cursor: string): string[] {
  const key = decodeCursor(list, cursor);
  if (!key) throw new ApiProblem(400, "Invalid cursor for this list. Pass `next` of the previous response unchanged.");
  return key;
}

/**
 * The id from the cursor, after which the list continues. Without a cursor the empty text, which sorts before all ids.
 */
function idAfter(list: CursorList, cursor: string | undefined): string {
  const [id = ""] = cursor === undefined ? [] : readCursor(list, cursor);
  return id;
}

function nextOf(list: CursorList, rows: { id: string }[], isCut: boolean): string | null {
  const last = rows.at(-1);
  return isCut && last ? encodeCursor(list, last.id) : null;
}
