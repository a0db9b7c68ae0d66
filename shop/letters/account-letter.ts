/** A letter about a reader's account. */
export type AccountLetter =
  | {
      /** To an address that nobody has proven yet: without the reader's name, which anybody may choose. */
      kind: "confirm-email";
      /** The page that confirms, with its signature. */
      url: string;
    }
  /** To the old address. */
  | { kind: "email-changed"; readerName: string }
  | {
      kind: "account-deleted";
      readerName: string;
      /** Orders that are kept without the reader. */
      orderCount: number;
    };
