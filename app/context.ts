import { createContext } from "react-router";

import type { Services } from "#shop/services.ts";
import type { PolicyHosts } from "./page-policy.ts";

/** Who sent a request. */
export interface Caller {
  /** The network address it came from; null when it came from the shop's own machine, to which no limit applies. */
  network: string | null;
  /** Takes one more try at something that is limited; answers the seconds to wait for it, 0 to go ahead. */
  takeTry: (what: "checkout" | "code") => number;
}

/** Set for every request of one reader; public pages are rendered for nobody. */
export const callerContext = createContext<Caller>();

/** The shop's services, put into every request by `server/app.ts`. */
export const servicesContext = createContext<Services>();

/** The page's script nonce; null on public pages, which are the same bytes for everyone and carry hashes. */
export const nonceContext = createContext<string | null>(null);

/** Set by the one page that opens the payment widget. */
export const policyContext = createContext<PolicyHosts | null>(null);
