const tags = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|([^<]+)/gi;
const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** The texts in Devanagari on a page that are in no element marked as Hindi. Relies on React closing every element. */
export function unmarkedDevanagari(html: string): string[] {
  const body = html.slice(html.indexOf("<body")).replace(/<(script|style)\b.*?<\/\1>/gs, "");
  const languages: string[] = [];
  const found: string[] = [];
  for (const [, closing, name = "", inside = "", text] of body.matchAll(tags)) {
    const current = languages.at(-1) ?? "en";
    if (text !== undefined) {
      if (/\p{Script=Devanagari}/u.test(text) && current !== "hi") found.push(text);
    } else if (closing) languages.pop();
    else if (!voids.has(name.toLowerCase())) languages.push(/\blang="([^"]*)"/.exec(inside)?.[1] ?? current);
  }
  return found;
}
