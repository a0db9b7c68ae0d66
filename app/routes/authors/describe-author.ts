import type { Thing } from "#app/structured-data/thing.ts";
import { href } from "#routing/href.ts";
import type { Author } from "#shop/catalogue/books/book.ts";

/** A person, as search engines read it (schema.org); the portrait is drawn and no likeness, so it is not given. */
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
