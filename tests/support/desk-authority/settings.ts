import type { Role } from "#shop/people/staff/roles.ts";
import { ofOwners, type AuthorityCase } from "./authority-case.ts";

const was = JSON.stringify({ SHIPPING_FEE: "0", FREE_SHIPPING_FROM: "" });

/** The expected answers of each action on settings. */
export const settingsLines: Record<string, AuthorityCase> = {
  "settings.save": {
    ...ofOwners,
    form: () => ({ group: "fees", was, SHIPPING_FEE: "", FREE_SHIPPING_FROM: "" }),
    done: 303,
  },
};

/** The roles that see the settings. */
export const settingsPages: Record<string, readonly Role[]> = { "/settings": ["owner"] };
