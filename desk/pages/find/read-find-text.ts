/** The text that is searched for, from the URL. */
export function readFindText({ searchParams }: URL): string {
  return (searchParams.get("text") ?? "").replaceAll("\0", "").slice(0, 200).trim();
}
