import { data } from "react-router";

/** The number of a reader in an address; answers 404 when it is none. */
export function readReaderId(given: string | undefined): number {
  if (!/^[1-9]\d{0,14}$/.test(given ?? "")) throw data("There is no such reader.", { status: 404 });
  return Number(given);
}
