import { createContext } from "react";

/** Text for a document that failed because the database is unavailable; in the browser it is read from the document. */
export const DatabaseDown = createContext<string | null>(null);
