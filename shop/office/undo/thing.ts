/** The kinds of things to which changes refer by id. */
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
  | "page"
  | "supplier"
  | "order"
  | "setting";
