import { useEffect, useRef } from "react";

/**
 * A line that was put back has the focus on its Remove. When a line leaves the cart with the button that was pressed, the focus goes to the next line's Remove, to the last
 * one's when there is no next, and to the way on when the cart is empty.
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

/** The id of the link that leads on from an empty cart. */
export const wayOnId = "way-on";
