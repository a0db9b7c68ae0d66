import { randomInt } from "node:crypto";

/** Digits and letters that are hard to confuse on the phone: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new order number, such as `EP-7K2M9QX4TB`, with 50 random bits after the prefix of the settings. */
export function newOrderNumber(prefix: string): string {
  return `${prefix}-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}
