import { data } from "react-router";

/** What a reader is told when a form could not be read. */
export const unreadableMessage =
  "The shop could not read this form. Nothing was changed. Please go back, reload the page and try again.";

/** The refusal (400) of a form that no page of the shop sends. */
export function unreadableForm() {
  return data(unreadableMessage, { status: 400 });
}
