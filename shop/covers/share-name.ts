/** Raise it when a change to the drawing should reach pictures already made. */
export const SHARE_VERSION = 1;

/** Where the picture for link previews lies, 1200 by 630; a new name whenever the drawing would be another. */
export function sharePicturePath(coverKey: string): string {
  return `/share/books/${coverKey}-${SHARE_VERSION}.png`;
}
