import { useContext } from "react";
import { useLocation } from "react-router";

import { DatabaseDown } from "./database-down.ts";
import { ErrorReference } from "./error-reference.ts";

/** Ids of the elements in which an error document shows its reference and the outage text. */
export const errorElementIds = { reference: "trouble-reference", away: "trouble-away" };

// The server has written both texts into the document; an error of a later navigation has no reference.
const textAt = (id: string) => document.getElementById(id)?.textContent;
const documentsOwn = import.meta.env.SSR
  ? null
  : {
      key: history.state?.key ?? "default",
      reference: textAt(errorElementIds.reference),
      away: textAt(errorElementIds.away),
    };

/**
 * Returns the error reference of a page and the outage text of an unavailable database; null or undefined where they do
 * not apply.
 */
export function useErrorReport(): { reference: string | null | undefined; away: string | null | undefined } {
  const { key } = useLocation();
  const noted = { reference: useContext(ErrorReference), away: useContext(DatabaseDown) };
  return documentsOwn?.key === key ? documentsOwn : noted;
}
