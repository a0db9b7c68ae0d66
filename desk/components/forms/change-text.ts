import type { SelectedText, TextChange } from "./format-text.ts";

/** The text of a text area with its selection. */
export function selectedText({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): SelectedText {
  return { text: value, from: selectionStart, to: selectionEnd };
}

/** Changes the text of a text area as if it was typed: the browser can undo it, and listeners hear of it. */
export function changeText(area: HTMLTextAreaElement, { from, to, words, select }: TextChange): void {
  area.focus();
  area.setSelectionRange(from, to);
  // No other way is in the browser's undo. It is deprecated without a replacement, hence the second way.
  if (!document.execCommand("insertText", false, words)) {
    area.setRangeText(words, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
