import { createContext } from "react";

/** The number under which the shop has noted what went wrong; null when nothing did, and in the browser. */
export const ErrorReference = createContext<string | null>(null);
