/**
 * A button that does nothing. It is the first button of a form with several buttons, or with one whose action cannot be
 * undone: Enter in a field presses the first submit button. `formMethod="dialog"` closes the surrounding dialog. There
 * is no dialog, so a press has no effect, even without a script. The button is not disabled, because Chromium skips a
 * disabled button when Enter is pressed in a checkbox.
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
