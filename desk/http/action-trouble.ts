import type { KnownBooks } from "./book-choice.ts";

/** What a page shows after one of its actions was not done: everything that was typed, and why. */
export interface ActionTrouble {
  /** Which action it was. */
  action: string;
  problem: string | null;
  /** What is wrong with a field, by its name. */
  errors: Record<string, string>;
  /** What the form held. */
  values: Record<string, string>;
  /** What is known of the fields in which books are named. */
  books?: KnownBooks;
  /** A fresh passkey is all that is missing. */
  isPasskeyNeeded: boolean;
}
