import { takeBackBooks, takeBackDeletedBooks, takeBackWorks } from "#shop/catalogue/editing/take-back-books.server.ts";
import { takeBackDesigns } from "#shop/catalogue/cover-designs/cover-design-record.server.ts";
import { takeBackBundle } from "#shop/catalogue/books/take-back-bundle.server.ts";
import { takeBackOpening } from "#shop/catalogue/content/take-back-opening.server.ts";
import { takeBackReadingList, takeBackWeeklyTable } from "#shop/catalogue/content/take-back-window.server.ts";
import { takeBackAuthors } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { takeBackSeries } from "#shop/catalogue/merging/series-record.server.ts";
import { takeBackCategories } from "#shop/catalogue/merging/category-record.server.ts";
import {
  takeBackJoinedWorks,
  takeBackPartedWorks,
  takeBackTitles,
} from "#shop/catalogue/merging/works/take-back-works.server.ts";
import { takeBackTracking } from "#shop/sales/orders/parcels/take-back-tracking.server.ts";
import { takeBackPromotion } from "#shop/sales/pricing/take-back-promotion.server.ts";
import type { Change, NamedChange, TakeBack } from "#shop/kernel/audit-log/change.ts";
import { takeBackSettings } from "#shop/office/settings/take-back-setting.server.ts";
import type { Db } from "#db/connect.ts";
import type { Capability } from "#shop/people/staff/roles.ts";
import { takeBackPlaces } from "#shop/office/stock-room/places.server.ts";
import { takeBackChoices, takeBackDelivered, takeBackLowLevels } from "#shop/office/stock-room/take-back.server.ts";
import { takeBackCopies } from "#shop/catalogue/stock/take-back-copies.server.ts";
import { takeBackDraft, takeBackHomeWindow } from "#shop/office/storefront/take-back-window.server.ts";
import { nameSetting, readNames, type Thing } from "./name-things.server.ts";

/** A kind of change that can be taken back. */
export interface UndoKind {
  /** What whoever takes it back must be allowed. */
  needs: Capability;
  takeBack: TakeBack;
  /** What it is a change of, in words. */
  words: string;
  /** What its key names, and where the id is, when the key is more than that. */
  thing?: Thing;
  idIn?: (change: Change) => string;
}

/** Every kind of change that can be taken back, by its name. */
export const undoKinds: Record<string, UndoKind> = {
  // What works name comes back before them, and goes after them.
  author: { needs: "books", takeBack: takeBackAuthors, words: "Author", thing: "author" },
  series: { needs: "books", takeBack: takeBackSeries, words: "Series", thing: "series" },
  category: { needs: "books", takeBack: takeBackCategories, words: "Category", thing: "category" },
  // A record of before has a category under its former name.
  shelf: { needs: "books", takeBack: takeBackCategories, words: "Category", thing: "category" },
  "one title": { needs: "books", takeBack: takeBackTitles, words: "Languages of a title", thing: "work" },
  "joined work": { needs: "books", takeBack: takeBackJoinedWorks, words: "Joined with another book", thing: "work" },
  "parted work": { needs: "books", takeBack: takeBackPartedWorks, words: "Parted from another book", thing: "work" },
  "deleted book": { needs: "books", takeBack: takeBackDeletedBooks, words: "Deleted book" },
  book: { needs: "books", takeBack: takeBackBooks, words: "Book", thing: "book" },
  work: { needs: "books", takeBack: takeBackWorks, words: "Text of the book", thing: "work" },
  "author added": { needs: "books", takeBack: takeBackAuthors, words: "New author", thing: "author" },
  "series added": { needs: "books", takeBack: takeBackSeries, words: "New series", thing: "series" },
  "category added": { needs: "books", takeBack: takeBackCategories, words: "New category", thing: "category" },
  "shelf added": { needs: "books", takeBack: takeBackCategories, words: "New category", thing: "category" },
  "cover design": { needs: "books", takeBack: takeBackDesigns, words: "Design of the cover", thing: "work" },
  opening: {
    needs: "books",
    takeBack: takeBackOpening,
    words: "Opening pages",
    thing: "work",
    idIn: ({ key }) => key.split(" ")[0]!,
  },
  copies: { needs: "stock", takeBack: takeBackCopies, words: "Copies on hand", thing: "book" },
  delivered: {
    needs: "stock",
    takeBack: takeBackDelivered,
    words: "Copies of a delivery",
    thing: "book",
    idIn: ({ after }) => String(after?.book),
  },
  "stock choices": { needs: "stock", takeBack: takeBackChoices, words: "Stock choices" },
  "low-stock level": { needs: "stock", takeBack: takeBackLowLevels, words: "Low-stock level", thing: "book" },
  "place in the shop": { needs: "stock", takeBack: takeBackPlaces, words: "Place in the shop", thing: "book" },
  tracking: { needs: "parcels", takeBack: takeBackTracking, words: "Tracking number" },
  bundle: { needs: "offers", takeBack: takeBackBundle, words: "Bundle", thing: "bundle" },
  promotion: { needs: "offers", takeBack: takeBackPromotion, words: "Code" },
  "reading-list": { needs: "window", takeBack: takeBackReadingList, words: "Reading list", thing: "list" },
  setting: { needs: "settings", takeBack: takeBackSettings, words: "Setting" },
  "weekly-table": { needs: "window", takeBack: takeBackWeeklyTable, words: "Table of the week", thing: "table" },
  window: { needs: "window", takeBack: takeBackHomeWindow, words: "Window" },
  "window-draft": { needs: "window", takeBack: takeBackDraft, words: "Window", thing: "window" },
};

/** Changes with the names of their things: what is gone has the name that the change still knows. */
export async function nameChanges(db: Db, changes: Change[]): Promise<NamedChange[]> {
  const asked = changes.flatMap((change) => {
    const thing = undoKinds[change.kind]?.thing;
    return thing ? [{ thing, id: idOf(change) }] : [];
  });
  const names = await readNames(db, asked);
  return changes.map((change) => {
    const { kind, key, before, after } = change;
    const thing = undoKinds[kind]?.thing;
    if (!thing) return { ...change, name: kind === "setting" ? nameSetting(key) : key };
    const known = [before?.title, after?.title, before?.name, after?.name].find((name) => typeof name === "string");
    return { ...change, name: names(thing, idOf(change)) ?? (known as string | undefined) ?? key };
  });
}

function idOf(change: Change): string {
  return undoKinds[change.kind]?.idIn?.(change) ?? change.key;
}
