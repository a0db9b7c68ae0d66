import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import type { ShopSettings } from "#shop/services.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";

/** The limit of OpenSearch 1.1, in characters. */
const maxShortName = 16;

/** The OpenSearch 1.1 description, with which a browser searches the shop and shows suggestions in its address bar. */
export function writeOpenSearch({ name, publicUrl }: Pick<ShopSettings, "name" | "publicUrl">): string {
  const shortName = Array.from(name).slice(0, maxShortName).join("").trim();
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(shortName)}</ShortName>
<Description>${escapeXml(`Books at ${name}`)}</Description>
<Url type="text/html" template="${publicUrl}${href("/search")}?q={searchTerms}"/>
<Url type="application/x-suggestions+json" template="${publicUrl}${documents.suggestions}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${publicUrl}${documents.openSearch}"/>
<Image height="48" width="48" type="image/x-icon">${publicUrl}/favicon.ico</Image>
<Language>en-IN</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
</OpenSearchDescription>
`;
}
