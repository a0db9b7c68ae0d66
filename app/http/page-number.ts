/** Parses the `page` parameter of a URL: 1 by default, null when invalid. */
export function readPageNumber(url: string): number | null {
  const given = new URL(url).searchParams.get("page");
  if (given === null) return 1;
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : null;
}
