import { escapeXml } from "#shop/kernel/text/escape-xml.ts";

/** A book in a feed. */
export interface FeedEntry {
  /** The address of its page, which is also its id. */
  url: string;
  title: string;
  authors: string[];
  summary: string;
  /** When the book came to the shop, and when its data last changed (RFC 3339). */
  publishedAt: string;
  changedAt: string;
}

export interface Feed {
  /** The address of the feed, which is also its id. */
  url: string;
  /** The page that shows the same books. */
  pageUrl: string;
  title: string;
  shopName: string;
  /** When the list was created (RFC 3339); an empty feed uses it as the date of its last change. */
  madeAt: string;
  entries: FeedEntry[];
}

/** Writes a feed as Atom (RFC 4287). */
export function writeAtom({ url, pageUrl, title, shopName, madeAt, entries }: Feed): string {
  const updated = entries
    .map(({ changedAt }) => changedAt)
    .reduce((a, b) => (a > b ? a : b), entries[0]?.changedAt ?? madeAt);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<author>${named(shopName)}</author>
<link rel="self" type="application/atom+xml" href="${attribute(url)}"/>
<link rel="alternate" type="text/html" href="${attribute(pageUrl)}"/>
${entries.map(writeEntry).join("")}</feed>
`;
}

function writeEntry({ url, title, authors, summary, publishedAt, changedAt }: FeedEntry): string {
  return `<entry>
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<published>${publishedAt}</published>
<updated>${changedAt}</updated>
${authors.map((name) => `<author>${named(name)}</author>\n`).join("")}<link rel="alternate" type="text/html" href="${attribute(url)}"/>
${summary === "" ? "" : `<summary>${escapeXml(summary)}</summary>\n`}</entry>
`;
}

function named(name: string): string {
  return `<name>${escapeXml(name)}</name>`;
}

function attribute(text: string): string {
  return escapeXml(text).replaceAll('"', "&quot;");
}
