import { createContext } from "react";

/** What the document says because the database is away, else null; in the browser it is read from the document. */
export const DatabaseAway = createContext<string | null>(null);
