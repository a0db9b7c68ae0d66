import type { Role } from "#shop/people/staff/roles.ts";
import { ofOwners, type AuthorityLine } from "./lines.ts";

const was = JSON.stringify({ SHIPPING_FEE: "0", FREE_SHIPPING_FROM: "" });

/** What each role gets of the actions of settings. */
export const settingsLines: Record<string, AuthorityLine> = {
  "settings.save": {
    ...ofOwners,
    form: () => ({ group: "fees", was, SHIPPING_FEE: "", FREE_SHIPPING_FROM: "" }),
    done: 303,
  },
};

/** Who sees the page of settings. */
export const settingsPages: Record<string, readonly Role[]> = { "/settings": ["owner"] };
