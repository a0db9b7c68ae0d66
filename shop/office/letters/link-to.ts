/** A page of the shop as a whole address. Throws for anything outside the shop. */
export function linkTo(url: string, publicUrl: string): string {
  const whole = new URL(url, publicUrl);
  if (whole.origin === new URL(publicUrl).origin) return whole.href;
  throw new Error(`A letter links to ${publicUrl} only, not to ${whole.origin}.`);
}

/** A page of the desk as a whole address, by its path. Throws while the desk is shut. */
export function linkToDesk(path: string, deskUrl: string | null): string {
  if (deskUrl === null) throw new Error("The desk is shut, so no letter links to it.");
  return linkTo(deskUrl + path, deskUrl);
}
