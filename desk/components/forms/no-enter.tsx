/**
 * Stands first in a form with more than one button, or with one that cannot be undone: Enter in a field presses the first
 * submit button, and this one does nothing. It closes the dialog it is in, and is in none, so it needs no script; a
 * disabled one would be passed over by Chromium from a checkbox.
 */
export function NoEnter() {
  return (
    <button
      type="submit"
      formMethod="dialog"
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onClick={(event) => event.preventDefault()}
    />
  );
}
