/** Note next to a button that sends a letter or moves money. `what` is a sentence about the effect. */
export function CannotBeUndone({ what }: { what: string }) {
  return <p className="mt-1 max-w-measure text-small text-quiet">{what} It cannot be undone.</p>;
}
