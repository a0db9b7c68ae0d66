/**
 * Stands first in a form with more than one button, or with one that cannot be undone: Enter in a field presses the first
 * submit button, and this one does nothing. Browsers do so by themselves, without a script.
 */
export function NoEnter() {
  return <button type="submit" disabled hidden aria-hidden="true" tabIndex={-1} />;
}
