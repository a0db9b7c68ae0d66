import type { KnownBooks } from "./books/book-choice.ts";

/** Why an action was refused, with the typed values, so that the page can show both. */
export interface ActionError {
  /** Name of the action. */
  action: string;
  problem: string | null;
  /** Error texts by field name. */
  errors: Record<string, string>;
  /** Values of the form by field name. */
  values: Record<string, string>;
  /** The books found for the fields that name books. */
  books?: KnownBooks;
  /** Whether a fresh passkey is the only thing missing. */
  isPasskeyNeeded: boolean;
}
