/** The full address of a page of the shop. Throws for an address outside the shop. */
export function linkTo(url: string, publicUrl: string): string {
  const whole = new URL(url, publicUrl);
  if (whole.origin === new URL(publicUrl).origin) return whole.href;
  throw new Error(`A letter links to ${publicUrl} only, not to ${whole.origin}.`);
}

/** The full address of a page of the desk, by its path. Throws if the desk is disabled. */
export function linkToDesk(path: string, deskUrl: string | null): string {
  if (deskUrl === null) throw new Error("The desk is disabled, so a letter cannot link to it.");
  return linkTo(deskUrl + path, deskUrl);
}
