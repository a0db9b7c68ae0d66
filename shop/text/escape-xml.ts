/** What XML 1.0 may not hold, not even written as a number; halves of a pair of surrogates are taken care of before. */
// oxlint-disable-next-line no-control-regex
const notAllowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it stands between the tags of an XML document; what XML may not hold is left out. */
export function escapeXml(text: string): string {
  const allowed = text.toWellFormed().replace(notAllowed, "");
  return /[&<>]/.test(allowed)
    ? allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : allowed;
}
