import { createContext } from "react-router";

import type { Google } from "#shop/people/readers/google.server.ts";
import type { MenuCounts } from "#shop/office/back-office/waiting-counts.ts";
import type { StaffSession } from "#shop/people/staff/sessions.server.ts";

/** The Google client of the desk's sign-in; set for every request by `server/http/desk-app.ts`. */
export const deskGoogleContext = createContext<Google>();

/** The session of the signed-in person; set by one middleware in `root.tsx` before any other code of a route runs. */
export const staffContext = createContext<StaffSession | null>(null);

/** The numbers of waiting tasks for the menu; set with the session. */
export const menuCountsContext = createContext<MenuCounts | null>(null);
