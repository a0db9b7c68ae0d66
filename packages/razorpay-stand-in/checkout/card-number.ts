/** Whether a card number has a valid length and check digit (ISO/IEC 7812). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}

/** The network's name as in Razorpay's `card.network`. */
export function cardNetwork(digits: string): string {
  if (/^3[47]/.test(digits)) return "American Express";
  if (/^3[0689]/.test(digits)) return "Diners Club";
  if (/^(60|65|81|82|508)/.test(digits)) return "RuPay";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "MasterCard";
  if (digits.startsWith("4")) return "Visa";
  return "Unknown";
}

/** Whether a card has not expired; it is valid until the end of its month. `expiry` is "MM/YY" or "MM/YYYY". */
export function isUnexpired(expiry: string, nowMs: number): boolean {
  const parts = /^(\d{2})\s*\/\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  if (!parts) return false;
  const month = Number(parts[1]);
  const year = 2000 + Number(parts[2]);
  return month >= 1 && month <= 12 && Date.UTC(year, month, 1) > nowMs;
}
