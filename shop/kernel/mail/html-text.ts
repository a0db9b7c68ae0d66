/** Escapes text for use between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const orderNumber = /\b[A-Z]{2}-[0-9A-Z]{10}\b/g;

/** Words in Devanagari, with the spaces and punctuation between them. */
const devanagari = /[\p{Script=Devanagari}\u200c\u200d]+(?:[\s\p{P}]+[\p{Script=Devanagari}\u200c\u200d]+)*/gu;

/**
 * Escapes text, marks Devanagari with `lang="hi"`, and allows line breaks within very long words, but not within order
 * numbers.
 */
export function markLanguages(text: string): string {
  let marked = "";
  let end = 0;
  for (const match of text.matchAll(devanagari)) {
    marked += `${breakable(text.slice(end, match.index))}<span lang="hi">${breakable(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return marked + breakable(text.slice(end));
}

function breakable(text: string): string {
  return text
    .replace(/\S{60}(?=\S)/gu, "$&\n")
    .split("\n")
    .map(escapeHtml)
    .join("<wbr />")
    .replace(orderNumber, '<span style="white-space:nowrap">$&</span>');
}

/**
 * Folds long lines at spaces, which HTML treats like line breaks: e-mail allows 998 characters a line (RFC 5322,
 * 2.1.1).
 */
export function foldLines(html: string): string {
  return html
    .split("\n")
    .flatMap((line) => (line.length > 700 ? (line.match(/.{1,700}(?: |$)|\S+/g) ?? []) : [line]))
    .join("\n");
}
