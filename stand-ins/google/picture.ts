import type { Account } from "./accounts.ts";

/** Address of an account's picture. */
export function pictureUrl(issuer: string, { sub }: Account): string {
  return `${issuer}/pictures/${sub}.svg`;
}

/** The picture of the account with this number. */
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

/** A small portrait, drawn from the account's number: the same number is always the same face. */
function drawPicture(sub: string): string {
  const digits = [...sub].map(Number);
  const [ground, cloth] = inks[(digits[3]! + digits[7]!) % inks.length]!;
  const skin = skins[digits[11]! % skins.length]!;
  const hair = digits[15]! % 2 === 0 ? longHair : shortHair;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><path fill="${ground}" d="M0 0h96v96H0z"/>${hair}<path fill="${skin}" d="M40 54h16v18H40z"/><ellipse cx="48" cy="42" rx="16" ry="19" fill="${skin}"/><path fill="#241a1c" d="M31 40c0-14 8-21 17-21s17 7 17 21c-3-8-9-11-17-11s-14 3-17 11z"/><path fill="${cloth}" d="M14 96c2-18 14-27 26-28 4 6 12 6 16 0 12 1 24 10 26 28z"/></svg>`;
}

const inks = [
  ["#f0c98a", "#2a3566"],
  ["#cfdcc4", "#b44d34"],
  ["#e6bfae", "#2f5d50"],
  ["#c4cfe6", "#8a4a78"],
  ["#f3dfb5", "#9a3f2c"],
];
const skins = ["#8d5a3b", "#a9714b", "#c08a62", "#6b4330"];
const longHair = `<path fill="#241a1c" d="M27 44c0-17 9-27 21-27s21 10 21 27v26H27z"/>`;
const shortHair = `<path fill="#241a1c" d="M30 44c0-16 8-26 18-26s18 10 18 26v4H30z"/>`;
