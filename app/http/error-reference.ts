import { createContext } from "react";

/** Reference under which an error was logged; null without an error, and in the browser. */
export const ErrorReference = createContext<string | null>(null);
