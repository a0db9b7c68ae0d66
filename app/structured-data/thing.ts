/** Node of a page's structured data (schema.org); undefined properties are omitted. */
export interface Thing {
  "@type": string | string[];
  [property: string]: unknown;
}
