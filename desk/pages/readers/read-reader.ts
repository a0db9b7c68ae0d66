import { data } from "react-router";

/** Parses the id of a reader from an address; throws 404 if it is invalid. */
export function readReaderId(given: string | undefined): number {
  if (!/^[1-9]\d{0,14}$/.test(given ?? "")) throw data("There is no such reader.", { status: 404 });
  return Number(given);
}
