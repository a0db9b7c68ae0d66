/** A node of a page's graph, in the words of schema.org; a property without a value is left out. */
export interface Thing {
  "@type": string | string[];
  [property: string]: unknown;
}
