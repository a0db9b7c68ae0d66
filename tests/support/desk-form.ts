/** What the first form of a page was filled from, as its hidden field has it. */
export async function filledFromOf(page: Response): Promise<string> {
  const found = /name="was" value="([^"]*)"/.exec(await page.text());
  if (!found) throw new Error("This page has no form that says what it was filled from.");
  return unescapeHtml(found[1]!);
}

/** The text of a page without its scripts, with one space where there were several. */
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
