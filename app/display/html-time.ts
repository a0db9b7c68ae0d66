/**
 * Formats a moment for `<time dateTime>`: HTML allows at most three digits of a second's fraction (HTML standard, valid
 * time string), and PostgreSQL returns six.
 */
export function htmlTime(at: Date | string): string {
  return new Date(at).toISOString();
}
