import { editDistance } from "#shop/kernel/text/edit-distance.ts";

/** The most common mail domains of readers: candidates for a mistyped domain. */
const common = [
  "gmail.com",
  "yahoo.com",
  "yahoo.co.in",
  "yahoo.in",
  "hotmail.com",
  "outlook.com",
  "rediffmail.com",
  "icloud.com",
  "live.com",
  "protonmail.com",
];
/** Existing domains that look like typos of the common ones. */
const others = [
  "email.com",
  "mail.com",
  "ymail.com",
  "gmx.com",
  "googlemail.com",
  "hotmail.co.in",
  "hotmail.co.uk",
].concat([
  "outlook.in",
  "outlook.co.in",
  "live.in",
  "yahoo.co.uk",
  "yahoo.fr",
  "yahoo.de",
  "rediff.com",
  "cloud.com",
  "line.com",
]);
/** Services whose only domain ends in `.com`. */
const onlyCom = new Set(["gmail", "rediffmail", "icloud"]);
const known = new Set([...common, ...others]);
/** Typos of `.com`. */
const wrongCom = /\.(c[^o]m|co[^m.]|c[^o.]o?m|[vx]om|cmo|ocm|con|comm|coom|om|cm)$/;

/**
 * Suggests a correction such as `meera@gmail.com` for `meera@gmial.com`; null for an address that looks right. The
 * reader may ignore the suggestion, because it never makes an address invalid.
 */
export function suggestEmail(typed: string): string | null {
  const [, name, given] = /^\s*([^\s@]+)@([^\s@]+?)\.?\s*$/.exec(typed) ?? [];
  if (name === undefined || given === undefined || given.length > 60) return null;
  const domain = given.toLowerCase();
  if (known.has(domain)) return null;
  const [label = ""] = domain.split(".");
  const meant =
    common.find((one) => one.split(".")[0] === domain) ?? (onlyCom.has(label) ? `${label}.com` : nearest(domain));
  if (meant) return `${name}@${meant}`;
  return wrongCom.test(domain) && domain.includes(".") ? `${name}@${domain.replace(wrongCom, ".com")}` : null;
}

/** The common domain within an edit distance of 1, or of 2 if it is long and has the same first letter. */
function nearest(domain: string): string | null {
  let best: { one: string; slips: number } | null = null;
  for (const one of common) {
    const slips = editDistance(domain, one);
    const most = one.length >= 9 && domain[0] === one[0] ? 2 : 1;
    if (slips <= most && (!best || slips < best.slips)) best = { one, slips };
  }
  return best?.one ?? null;
}
