/** The fewest characters of an account password. */
export const minPasswordLength = 6;
const maxPasswordLength = 200;

/** What the password form says. */
export const passwordMessages = {
  mismatch: "New passwords do not match.",
  "too-short": `Password must be at least ${minPasswordLength} characters.`,
  "too-long": `Keep the password under ${maxPasswordLength} characters.`,
  wrong: "That is not your account password.",
  locked: "The password was wrong too often. Please wait 15 minutes, then try again.",
} as const;

/** Why a password was not taken. */
export type PasswordRefusal = keyof typeof passwordMessages;

/** What is wrong with a new password; null when it is good. Its length is counted in characters, as people count. */
export function validatePassword(password: string, again: string): PasswordRefusal | null {
  if (password !== again) return "mismatch";
  const { length } = [...password];
  if (length < minPasswordLength) return "too-short";
  return length > maxPasswordLength ? "too-long" : null;
}
