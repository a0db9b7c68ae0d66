/**
 * A moment as `<time dateTime>` takes it. HTML allows at most three digits of a second's fraction (HTML standard, valid
 * time string), and PostgreSQL writes six.
 */
export function htmlTime(at: Date | string): string {
  return new Date(at).toISOString();
}
