/** A page of the shop as a whole address. Throws for anything outside the shop. */
export function linkTo(url: string, publicUrl: string): string {
  const whole = new URL(url, publicUrl);
  if (whole.origin === new URL(publicUrl).origin) return whole.href;
  throw new Error(`A letter links to ${publicUrl} only, not to ${whole.origin}.`);
}
