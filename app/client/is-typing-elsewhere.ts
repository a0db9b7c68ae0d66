/** Whether the focus is in a field outside a part of the page. The reader has moved on then and may be typing there. */
export function isTypingElsewhere(part: Element): boolean {
  const focused = document.activeElement;
  return focused !== null && focused.matches("input, select, textarea") && !part.contains(focused);
}
