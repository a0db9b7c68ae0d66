import { createContext } from "react";

/** Metadata in the head of a document, rendered on the server only. */
export interface DocumentHead {
  shopName: string;
  /** Structured data (schema.org): the nodes of one graph. */
  graph: object[];
  /** Atom feeds of the page, by path. */
  feeds: { title: string; path: string }[];
  /** Forces a colour scheme; the desk previews pages in both. */
  look?: "light" | "dark" | undefined;
}

/** Creates an empty head, to which loaders add metadata. */
export function emptyHead(shopName: string): DocumentHead {
  return { shopName, graph: [], feeds: [] };
}

/** Head of the document that is being rendered; null in the browser. */
export const DocumentHeadContext = /* @__PURE__ */ createContext<DocumentHead | null>(null);
