/**
 * First button of a form that has several buttons, or one that cannot be undone: Enter in a field presses the first
 * submit button, and this one does nothing. `formMethod="dialog"` closes the surrounding dialog; there is none, so the
 * button needs no script. It is not disabled, because Chromium skips a disabled button when Enter is pressed in a
 * checkbox.
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
