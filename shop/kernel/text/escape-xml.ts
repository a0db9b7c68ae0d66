/** Characters that XML 1.0 forbids, even as character references. */
// oxlint-disable-next-line no-control-regex
const notAllowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Matches text that needs escaping; most texts do not, and this single test is faster. */
// oxlint-disable-next-line no-control-regex
const unusual = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Escapes text for use between the tags of an XML document; drops characters that XML forbids. */
export function escapeXml(text: string): string {
  if (!unusual.test(text)) return text;
  const allowed = text.toWellFormed().replace(notAllowed, "");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
