import type { Account } from "./accounts.ts";

/** Address of an account's picture. */
export function pictureUrl(issuer: string, { sub }: Account): string {
  return `${issuer}/pictures/${sub}.svg`;
}

/** Sends the picture of an account. */
export function answerPicture(sub: string): Response {
  return new Response(drawPicture(sub), {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400, no-transform",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A small portrait, derived from the account's sub. */
function drawPicture(sub: string): string {
  const [ground, cloth] = inks[Number(sub[1]) % inks.length] ?? inks[0];
  const skin = skins[Number(sub[2]) % skins.length] ?? skins[0];
  const hair = hairs[Number(sub[4]) % hairs.length] ?? hairs[0];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<path fill="${ground}" d="M0 0h96v96H0z"/>
<g fill="#241a1c">${hair}</g>
<g fill="${skin}"><path d="M40 54h16v18H40z"/><ellipse cx="48" cy="42" rx="16" ry="19"/></g>
<path fill="#241a1c" d="M31 40c0-14 8-21 17-21s17 7 17 21c-3-8-9-11-17-11s-14 3-17 11z"/>
<path fill="${cloth}" d="M14 96c2-18 14-27 26-28 4 6 12 6 16 0 12 1 24 10 26 28z"/>
</svg>`;
}

const inks = [
  ["#f0c98a", "#2a3566"],
  ["#cfdcc4", "#b44d34"],
  ["#e6bfae", "#2f5d50"],
  ["#c4cfe6", "#8a4a78"],
  ["#efe2c6", "#3d6a74"],
] as const;
const skins = ["#8d5a3b", "#a9714b", "#c08a62", "#6b4330"] as const;
/** Hair: long, short, and a bun. */
const hairs = [
  `<path d="M27 44c0-17 9-27 21-27s21 10 21 27v26H27z"/>`,
  `<path d="M30 44c0-16 8-26 18-26s18 10 18 26v4H30z"/>`,
  `<circle cx="48" cy="15" r="8"/><path d="M30 46c0-17 8-28 18-28s18 11 18 28z"/>`,
] as const;
