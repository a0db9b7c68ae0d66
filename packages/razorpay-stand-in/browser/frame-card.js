// Formats and validates the fields of the form. Pure functions; the server validates again.

export function digitsOf(text) {
  return text.replace(/\D/g, "");
}

/** Groups digits as on the card: 4-4-4-4, or 4-6-5 and 4-6-4 for American Express and Diners Club. */
export function groupNumber(digits) {
  const groups = digits.startsWith("3") ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts = [];
  let from = 0;
  for (const size of groups) {
    if (from < digits.length) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(" ");
}

/** Formats an expiry as "MM / YY" while it is typed. */
export function groupExpiry(text) {
  const digits = digitsOf(text)
    .replace(/^([2-9])/, "0$1")
    .replace(/^(\d\d)20(\d\d)$/, "$1$2")
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** The network's name, or empty while it is unknown. */
export function networkOf(digits) {
  if (/^3[47]/.test(digits)) return "American Express";
  if (/^3[0689]/.test(digits)) return "Diners Club";
  if (/^(60|65|81|82|508)/.test(digits)) return "RuPay";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "MasterCard";
  if (digits.startsWith("4")) return "Visa";
  return "";
}

/** The error of each invalid field, by its id. */
export function problemsIn({ contact, email, number, expiry, cvv }) {
  const problems = {};
  const phone = contact.replace(/[\s()-]/g, "");
  if (!/^(\+\d{8,15}|(91)?\d{10})$/.test(phone)) problems.contact = "Enter a mobile number, such as 90000 90000.";
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim()))
    problems.email = "Enter an email address, such as name@example.com.";
  const digits = digitsOf(number);
  if (digits === "") problems.number = "Enter the card number.";
  else if (!hasValidCheckDigit(digits)) problems.number = "That card number is not right. Check the digits.";
  if (!/^(0[1-9]|1[0-2]) \/ \d\d$/.test(expiry)) problems.expiry = "Enter month and year.";
  else if (isPast(expiry)) problems.expiry = "This card has expired.";
  const cvvLength = networkOf(digits) === "American Express" ? 4 : 3;
  if (!new RegExp(`^\\d{${cvvLength}}$`).test(cvv)) problems.cvv = `Enter the ${cvvLength} digits.`;
  return problems;
}

/** The error of a UPI ID; empty if it is well formed. */
export function upiProblem(vpa) {
  return /^[\w.-]{2,}@\w{2,}$/.test(vpa) ? "" : "Enter a UPI ID, such as name@okbank.";
}

function hasValidCheckDigit(digits) {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}

function isPast(expiry) {
  const [month, year] = expiry.split(" / ").map(Number);
  return new Date(2000 + year, month, 1) <= new Date();
}
