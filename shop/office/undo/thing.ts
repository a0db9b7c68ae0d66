/** What a change may name by its id. */
export type Thing =
  | "book"
  | "work"
  | "author"
  | "series"
  | "category"
  | "publisher"
  | "bundle"
  | "list"
  | "table"
  | "window"
  | "order"
  | "setting";
