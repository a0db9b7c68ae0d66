import type { Thing } from "#app/structured-data/thing.ts";
import { href } from "#routing/href.ts";
import type { Author } from "#shop/catalogue/books/book.ts";

/** Structured data of an author (schema.org Person). Without an image, because portraits are drawn and no likeness. */
export function describeAuthor({ id, name, otherNames, bio }: Author, publicUrl: string): Thing {
  const url = publicUrl + href("/authors/:authorId", { authorId: id });
  return {
    "@type": "Person",
    "@id": `${url}#person`,
    name,
    alternateName: otherNames.length > 0 ? otherNames : undefined,
    url,
    description: bio || undefined,
  };
}
