import type { KnownBooks } from "./books/book-choice.ts";

/** Why an action was refused, with the typed values. The page shows both. */
export interface ActionError {
  /** The name of the refused action. */
  action: string;
  problem: string | null;
  /** Error texts by field name. */
  errors: Record<string, string>;
  /** Values of the form by field name. */
  values: Record<string, string>;
  /** The books that were found for the fields of the form that name books. */
  books?: KnownBooks;
  /** Whether the action would be allowed after the person has used the passkey again. */
  isPasskeyNeeded: boolean;
}
