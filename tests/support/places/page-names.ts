/** The addresses and ids on a page. */
export interface PageNames {
  /** The targets of links and of forms with GET (not those that change something). */
  links: string[];
  /**
   * The files that the page loads, or names for other programs: pictures in each width, styles, scripts, fonts, the
   * share picture.
   */
  parts: string[];
  /** The ids that a `#` can lead to. */
  ids: Set<string>;
}

const inLinks = new Set(["canonical", "alternate"]);

/** Reads the addresses from a page's tags and its structured data. */
export function readNames(html: string): PageNames {
  const names: PageNames = { links: [], parts: [], ids: new Set() };
  for (const [, words] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
    for (const [, key, url] of words!.matchAll(/"(url|item|image)":"([^"]+)"/g))
      (key === "image" ? names.parts : names.links).push(url!);
  // The contents of scripts are not HTML.
  for (const [, tag = "", inside = ""] of html.replace(/(<script[^>]*>).*?<\/script>/gs, "$1").matchAll(tags)) {
    const given = attributesOf(inside);
    if (given.id) names.ids.add(given.id);
    const { href, src, srcset, imagesrcset, action, content } = given;
    if (tag === "a" && href) names.links.push(href);
    if (tag === "form" && given.method?.toLowerCase() !== "post") names.links.push(action ?? "");
    if (tag === "link" && href) (inLinks.has(given.rel!) ? names.links : names.parts).push(href);
    if (tag === "meta" && given.property === "og:url") names.links.push(content!);
    if (tag === "meta" && given.property === "og:image") names.parts.push(content!);
    if (src) names.parts.push(src);
    for (const set of [srcset, imagesrcset])
      if (set) names.parts.push(...set.split(", ").map((candidate) => candidate.split(" ")[0]!));
  }
  return names;
}

const tags = /<([a-z][a-z0-9]*)\b([^>]*)>/g;

/** The attributes of a tag, with names in lower case and values unescaped. */
function attributesOf(inside: string): Record<string, string | undefined> {
  return Object.fromEntries(
    [...inside.matchAll(/([a-z:-]+)="([^"]*)"/gi)].map(([, name, value]) => [
      name!.toLowerCase(),
      value!.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&"),
    ]),
  );
}
