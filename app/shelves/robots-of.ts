import type { MetaDescriptor } from "react-router";

import type { LoadedShelf } from "./loaded-shelf.ts";

/** Search engines keep the bare shelf: a part of it that somebody chose leads there and is not for them. */
export function robotsOf(shelf: LoadedShelf | null): MetaDescriptor[] {
  return shelf?.isAsked ? [{ name: "robots", content: "noindex" }] : [];
}
