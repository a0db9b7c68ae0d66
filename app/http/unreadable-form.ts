import { data } from "react-router";

/** Response 400 to a form that no page of the shop sends, with a text for the reader. */
export function unreadableForm() {
  return data(
    "The shop could not read this form. Nothing was changed. Please go back, reload the page and try again.",
    {
      status: 400,
    },
  );
}
