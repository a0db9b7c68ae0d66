import { useContext } from "react";
import { useLocation } from "react-router";

import { DatabaseAway } from "./database-away.ts";
import { ErrorReference } from "./error-reference.ts";

/** Ids of the elements in which an error document shows its reference and the outage text. */
export const troubleIds = { reference: "trouble-reference", away: "trouble-away" };

// The server has written them into the document; an error of a later navigation has no reference.
const textAt = (id: string) => document.getElementById(id)?.textContent;
const documentsOwn = import.meta.env.SSR
  ? null
  : {
      key: history.state?.key ?? "default",
      reference: textAt(troubleIds.reference),
      away: textAt(troubleIds.away),
    };

/**
 * Returns the error reference of a page and the outage text of an unavailable database; null or undefined where they do
 * not apply.
 */
export function useNotedTrouble(): { reference: string | null | undefined; away: string | null | undefined } {
  const { key } = useLocation();
  const noted = { reference: useContext(ErrorReference), away: useContext(DatabaseAway) };
  return documentsOwn?.key === key ? documentsOwn : noted;
}
