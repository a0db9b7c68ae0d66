import { data } from "react-router";

/** The refusal (400) of a form that no page of the shop sends, with what a reader is told. */
export function unreadableForm() {
  return data(
    "The shop could not read this form. Nothing was changed. Please go back, reload the page and try again.",
    {
      status: 400,
    },
  );
}
