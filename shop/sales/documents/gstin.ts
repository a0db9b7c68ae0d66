import { gstCodeOf, stateWithGstCode } from "./gst-states.ts";

/** State code, PAN (five letters, four digits, a letter), number of the registration, Z, check digit. */
const form = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Describes the error in the GSTIN of a business in a state, for a message; null if it is valid. */
export function findGstinError(gstin: string, stateCode: string): string | null {
  const mistyped = findMistypedGstin(gstin);
  if (mistyped !== null) return mistyped;
  if (!gstin.startsWith(gstCodeOf(stateCode)))
    return `begins with ${gstin.slice(0, 2)}, but the state of the seller is ${stateWithGstCode(stateCode)}`;
  return null;
}

/** Describes the error in a GSTIN of any state, for a message; null if it is valid. */
export function findMistypedGstin(gstin: string): string | null {
  if (!form.test(gstin)) return "must be a GSTIN of 15 characters such as 29AABCE1234F1Z1";
  const checkDigit = checkDigitOf(gstin.slice(0, -1));
  if (!gstin.endsWith(checkDigit))
    return "is not a valid GSTIN: its check character does not match, so one character is mistyped";
  return null;
}

/**
 * The check digit of the GST network: every second character counts twice, each product is reduced to the sum of its
 * base 36 digits, and the check digit completes the total to a multiple of 36.
 */
function checkDigitOf(firstFourteen: string): string {
  let sum = 0;
  for (const [place, character] of [...firstFourteen].entries()) {
    const product = digits.indexOf(character) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return digits.charAt((36 - (sum % 36)) % 36);
}
