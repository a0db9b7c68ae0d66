import { createContext } from "react";

/** Nonce for inline scripts of the page; undefined on public pages and in the browser. */
export const PageNonce = createContext<string | undefined>(undefined);
