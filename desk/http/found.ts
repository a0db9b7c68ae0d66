/** A search result: a link to a page of the desk or the shop, or only an explanation. */
export interface Found {
  name: string;
  /** A text that distinguishes results of the same name; for a result without a page, the explanation. */
  about: string;
  /** The URL of the page; absent if the result has no page. */
  to?: string;
}

export interface FoundGroup {
  title: string;
  found: Found[];
  /** Link to further results. */
  more?: { words: string; to: string };
}
