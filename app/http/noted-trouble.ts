import { useContext } from "react";
import { useLocation } from "react-router";

import { DatabaseAway } from "./database-away.ts";
import { ErrorReference } from "./error-reference.ts";

/** The ids of the elements in which a document says its trouble. */
export const troubleIds = { reference: "trouble-reference", away: "trouble-away" };

// The server has written them into the document; what goes wrong on a later page has no number.
const textAt = (id: string) => document.getElementById(id)?.textContent;
const documentsOwn = import.meta.env.SSR
  ? null
  : {
      key: history.state?.key ?? "default",
      reference: textAt(troubleIds.reference),
      away: textAt(troubleIds.away),
    };

/** Under which number a page's trouble was noted, and what it says because the database is away; nothing when neither is so. */
export function useNotedTrouble(): { reference: string | null | undefined; away: string | null | undefined } {
  const { key } = useLocation();
  const noted = { reference: useContext(ErrorReference), away: useContext(DatabaseAway) };
  return documentsOwn?.key === key ? documentsOwn : noted;
}
