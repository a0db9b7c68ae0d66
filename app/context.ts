import { createContext } from "react-router";

import type { Services } from "#shop/services.ts";
import type { PolicyHosts } from "./page-policy.ts";

/** The shop's services, put into every request by `server/app.ts`. */
export const servicesContext = createContext<Services>();

/** The page's script nonce; null on public pages, which are the same bytes for everyone and carry hashes. */
export const nonceContext = createContext<string | null>(null);

/** Set by the one page that opens the payment widget. */
export const policyContext = createContext<PolicyHosts | null>(null);
