import type { Frame } from "#app/http/context.ts";
import type { Db } from "#db/connect.ts";
import { listTopCategories } from "#shop/catalogue/books/categories.server.ts";
import { listPageLinks } from "#shop/office/pages/pages.server.ts";
import { findKindsOfBooks } from "#shop/catalogue/listings/count-catalogue.server.ts";

const footerCategories = 3;

/**
 * Reads what header and footer of every page show, and keeps it in memory until the catalogue changes. `changes` returns
 * the number of changes that this process has seen.
 */
export function createFrame(db: Db, changes: () => number): () => Promise<Frame> {
  let kept: { frame: Promise<Frame>; changes: number } | null = null;
  return () => {
    if (kept?.changes === changes()) return kept.frame;
    const read = { frame: readFrame(db), changes: changes() };
    kept = read;
    read.frame.catch(() => {
      if (kept === read) kept = null;
    });
    return read.frame;
  };
}

async function readFrame(db: Db): Promise<Frame> {
  const [categories, pages, { hasBooks, hasDemonstration }] = await Promise.all([
    listTopCategories(db, footerCategories),
    listPageLinks(db),
    findKindsOfBooks(db),
  ]);
  return { categories, pages, isEmpty: !hasBooks, hasDemonstration };
}
