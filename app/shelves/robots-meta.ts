import type { MetaDescriptor } from "react-router";

import type { LoadedShelf } from "./loaded-shelf.ts";

/** Excludes filtered, sorted and later pages of a shelf from search engines, which index only the unfiltered one. */
export function robotsMeta(shelf: LoadedShelf | null): MetaDescriptor[] {
  return shelf?.isAsked ? [{ name: "robots", content: "noindex" }] : [];
}
