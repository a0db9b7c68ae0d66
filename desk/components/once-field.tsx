/** The key of a page in a form of it: the same form sent twice is done once, and gets the same answer. */
export function OnceField({ value }: { value: string }) {
  return <input type="hidden" name="once" value={value} />;
}
