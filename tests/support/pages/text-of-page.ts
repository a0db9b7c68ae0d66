/** The text of a page, without tags and with whitespace collapsed. */
export function textOfPage(html: string): string {
  const names: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return html
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => names[name]!)
    .replaceAll(/\s+/g, " ");
}
