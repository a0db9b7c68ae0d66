/** Whose pages and books this device keeps now: the word that goes with the session's or the guest cart's cookie. */
export function keptWord(): string {
  return /(?:^|; )kept-for=([^;]+)/.exec(document.cookie)?.[1] ?? "nobody";
}
