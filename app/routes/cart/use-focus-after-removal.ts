import { useEffect, useRef } from "react";

/**
 * Moves the focus when cart lines change: a restored line gets it on its Remove button; after a removal it goes to the
 * Remove button of the next line, of the last line if there is no next one, or to the link of the empty cart.
 */
export function useFocusAfterRemoval(bookIds: string[]): void {
  const shown = useRef(bookIds);
  useEffect(() => {
    const back = bookIds.find((id) => !shown.current.includes(id));
    const gone = shown.current.findIndex((id) => !bookIds.includes(id));
    shown.current = bookIds;
    if ((gone < 0 && !back) || document.activeElement !== document.body) return;
    const next = back ?? bookIds[Math.min(gone, bookIds.length - 1)];
    document.getElementById(next ? removeButtonId(next) : wayOnId)?.focus();
  });
}

/** The id of a line's Remove button. */
export function removeButtonId(bookId: string): string {
  return `remove-${bookId}`;
}

/** The id of the link on an empty cart. */
export const wayOnId = "way-on";
