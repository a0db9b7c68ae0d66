import { data } from "react-router";

/** Parses the id of a reader from a URL; throws 404 if the id is invalid. */
export function readReaderId(given: string | undefined): number {
  if (!/^[1-9]\d{0,14}$/.test(given ?? "")) throw data("There is no such reader.", { status: 404 });
  return Number(given);
}
