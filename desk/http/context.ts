import { createContext } from "react-router";

import type { Google } from "#shop/people/readers/google.server.ts";
import type { StaffSession } from "#shop/people/staff/sessions.server.ts";

/** Google as the desk's client of it; put into every request by `server/http/desk-app.ts`. */
export const deskGoogleContext = createContext<Google>();

/** Whoever is signed in; set by one middleware, in `root.tsx`, before anything else of a route runs. */
export const staffContext = createContext<StaffSession | null>(null);
