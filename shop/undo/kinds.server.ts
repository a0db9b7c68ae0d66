import { takeBackBooks, takeBackDeletedBooks, takeBackWorks } from "#shop/books/take-back-books.server.ts";
import { takeBackDesigns } from "#shop/catalogue/cover-design-record.server.ts";
import { takeBackBundle } from "#shop/catalogue/take-back-bundle.server.ts";
import { takeBackOpening } from "#shop/content/take-back-opening.server.ts";
import { takeBackReadingList, takeBackWeeklyTable } from "#shop/content/take-back-window.server.ts";
import { takeBackAuthors } from "#shop/joining/author-record.server.ts";
import { takeBackSeries } from "#shop/joining/series-record.server.ts";
import { takeBackCategories } from "#shop/joining/category-record.server.ts";
import { takeBackJoinedWorks, takeBackPartedWorks, takeBackTitles } from "#shop/joining/take-back-works.server.ts";
import { takeBackPromotion } from "#shop/pricing/take-back-promotion.server.ts";
import type { TakeBack } from "#shop/record/change.ts";
import { takeBackSettings } from "#shop/settings/take-back-setting.server.ts";
import type { Capability } from "#shop/staff/roles.ts";
import { takeBackPlaces } from "#shop/stock-room/places.server.ts";
import { takeBackChoices, takeBackDelivered, takeBackLowLevels } from "#shop/stock-room/take-back.server.ts";
import { takeBackCopies } from "#shop/stock/take-back-copies.server.ts";
import { takeBackDraft, takeBackHomeWindow } from "#shop/window/take-back-window.server.ts";

/** A kind of change that can be taken back. */
export interface UndoKind {
  /** What whoever takes it back must be allowed. */
  needs: Capability;
  takeBack: TakeBack;
}

/** Every kind of change that can be taken back, by its name. */
export const undoKinds: Record<string, UndoKind> = {
  // What works name comes back before them, and goes after them.
  author: { needs: "books", takeBack: takeBackAuthors },
  series: { needs: "books", takeBack: takeBackSeries },
  category: { needs: "books", takeBack: takeBackCategories },
  // A record of before has a category under its former name.
  shelf: { needs: "books", takeBack: takeBackCategories },
  "one title": { needs: "books", takeBack: takeBackTitles },
  "joined work": { needs: "books", takeBack: takeBackJoinedWorks },
  "parted work": { needs: "books", takeBack: takeBackPartedWorks },
  "deleted book": { needs: "books", takeBack: takeBackDeletedBooks },
  book: { needs: "books", takeBack: takeBackBooks },
  work: { needs: "books", takeBack: takeBackWorks },
  "author added": { needs: "books", takeBack: takeBackAuthors },
  "series added": { needs: "books", takeBack: takeBackSeries },
  "category added": { needs: "books", takeBack: takeBackCategories },
  "shelf added": { needs: "books", takeBack: takeBackCategories },
  "cover design": { needs: "books", takeBack: takeBackDesigns },
  opening: { needs: "books", takeBack: takeBackOpening },
  copies: { needs: "stock", takeBack: takeBackCopies },
  delivered: { needs: "stock", takeBack: takeBackDelivered },
  "stock choices": { needs: "stock", takeBack: takeBackChoices },
  "low-stock level": { needs: "stock", takeBack: takeBackLowLevels },
  "place in the shop": { needs: "stock", takeBack: takeBackPlaces },
  bundle: { needs: "offers", takeBack: takeBackBundle },
  promotion: { needs: "offers", takeBack: takeBackPromotion },
  "reading-list": { needs: "window", takeBack: takeBackReadingList },
  setting: { needs: "settings", takeBack: takeBackSettings },
  "weekly-table": { needs: "window", takeBack: takeBackWeeklyTable },
  window: { needs: "window", takeBack: takeBackHomeWindow },
  "window-draft": { needs: "window", takeBack: takeBackDraft },
};
