import { createContext } from "react";

/** What only machines read in the head of a document; no script of the page knows it. */
export interface DocumentHead {
  shopName: string;
  /** What the page is about, in the words of schema.org: the nodes of one graph. */
  graph: object[];
  /** Feeds that tell what is new on the page, by their paths. */
  feeds: { title: string; path: string }[];
  /** Whether the page is light or dark, whatever the device is: the desk looks at both. */
  look?: "light" | "dark" | undefined;
}

/** A head to which loaders add what they know. */
export function emptyHead(shopName: string): DocumentHead {
  return { shopName, graph: [], feeds: [] };
}

/** The head of the document that is being rendered; none in the browser. */
export const DocumentHeadContext = /* @__PURE__ */ createContext<DocumentHead | null>(null);
