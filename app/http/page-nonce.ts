import { createContext } from "react";

/** The nonce that an inline script of the page must carry; none on public pages, and none needed in the browser. */
export const PageNonce = createContext<string | undefined>(undefined);
