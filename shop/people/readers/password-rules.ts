export const minPasswordLength = 6;
const maxPasswordLength = 200;

/** Error texts of the password form. */
export const passwordMessages = {
  mismatch: "New passwords do not match.",
  "too-short": `Password must be at least ${minPasswordLength} characters.`,
  "too-long": `Keep the password under ${maxPasswordLength} characters.`,
  wrong: "That is not your account password.",
  locked: "The password was wrong too often. Please wait 15 minutes, then try again.",
} as const;

export type PasswordRefusal = keyof typeof passwordMessages;

/** Validates a new password; null if it is valid. Its length is counted in code points. */
export function validatePassword(password: string, again: string): PasswordRefusal | null {
  if (password !== again) return "mismatch";
  const { length } = [...password];
  if (length < minPasswordLength) return "too-short";
  return length > maxPasswordLength ? "too-long" : null;
}
