/** A chosen work, by the edition that stands for it. */
export interface ChosenBook {
  workId: string;
  id: string;
  isbn13: string | null;
  title: string;
  /** Readers can buy it now; if not, it gives way to the next. */
  canBeHad: boolean;
}

/** A code that is chosen or may be. */
export interface WindowCode {
  code: string;
  name: string;
  isStarted: boolean;
  isOver: boolean;
}

/** A reading list, and how many of its books readers see. */
export interface WindowList {
  id: string;
  title: string;
  shown: number;
}

/** A review that is chosen or may be. */
export interface WindowReview {
  id: number;
  version: number;
  name: string;
  /** Null when it is about the shop itself. */
  book: string | null;
  rating: number;
  /** The first 160 characters, and how many there are in all. */
  words: string;
  length: number;
  isShown: boolean;
}

/** What the desk must know to show a window: what is chosen by its name, and what may be chosen. */
export interface WindowFacts {
  books: ChosenBook[];
  codes: WindowCode[];
  lists: WindowList[];
  reviews: WindowReview[];
  /** The newest reviews of four stars or five, at most 20 of the newest 50. */
  pickable: WindowReview[];
}
