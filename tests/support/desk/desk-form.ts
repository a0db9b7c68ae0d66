/** The value of the hidden field `was` (the stored values with which the form was filled) of a page's first form. */
export async function readFilledFrom(page: Response): Promise<string> {
  const found = /name="was" value="([^"]*)"/.exec(await page.text());
  if (!found) throw new Error("This page has no form that says what it was filled from.");
  return unescapeHtml(found[1]!);
}

/** The text of a page's main part, without tags and with whitespace collapsed. */
export async function textOf(page: Response): Promise<string> {
  const html = await page.text();
  const body = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return unescapeHtml(body.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .replaceAll(" .", ".");
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The error messages of a page by field name. */
export function faultsIn(html: string): Record<string, string> {
  const marked = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*aria-invalid="true"[^>]*>/g)];
  return Object.fromEntries(
    marked.map(([field]) => {
      const [, name] = /\bname="([^"]*)"/.exec(field)!;
      const [, id] = /\bid="([^"]*)"/.exec(field)!;
      const words = html.split(`id="${id!}-error"`)[1]?.split(">")[1]?.split("<")[0];
      return [name!, unescapeHtml(words ?? "")];
    }),
  );
}
