/** Which page of a list an address asks for: 1 unless it says otherwise, null for what is no page at all. */
export function readPageNumber(url: string): number | null {
  const given = new URL(url).searchParams.get("page");
  if (given === null) return 1;
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : null;
}
