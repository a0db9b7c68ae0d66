/** What XML 1.0 may not hold, not even written as a number. */
// oxlint-disable-next-line no-control-regex
const notAllowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Most texts have none of these: one look is enough. */
// oxlint-disable-next-line no-control-regex
const unusual = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text as it stands between the tags of an XML document; what XML may not hold is left out. */
export function escapeXml(text: string): string {
  if (!unusual.test(text)) return text;
  const allowed = text.toWellFormed().replace(notAllowed, "");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
