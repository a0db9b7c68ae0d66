import type { Role } from "#shop/people/staff/roles.ts";
import { saveCandidate } from "#shop/office/credentials/save-candidate.server.ts";
import { ofOwners, type AuthorityCase } from "./authority-case.ts";

const was = JSON.stringify({ SHIPPING_FEE: "0", FREE_SHIPPING_FROM: "" });

/** A mail server that does not answer. */
const mailForm = { kind: "mail", from: "books@shop.test", host: "127.0.0.1", port: "9", user: "", secretPassword: "" };

let pages = 0;
/** The form of a new page with an address of its own, and these changes. */
export function pageForm(changes: Record<string, string> = {}): Record<string, string> {
  const words = { title: "For a test", address: `for-a-test-${(pages += 1)}`, lead: "", text: "## Hours\n\nFrom ten." };
  return { page: "", was: "", ...words, place: "none", position: "0", shown: "yes", ...changes };
}

/** The expected answers of each action on settings and pages. */
export const settingsLines: Record<string, AuthorityCase> = {
  "settings.save": {
    ...ofOwners,
    form: () => ({ group: "fees", was, SHIPPING_FEE: "", FREE_SHIPPING_FROM: "" }),
    done: 303,
  },
  "pages.save": { ...ofOwners, form: () => pageForm(), done: 303 },
  "pages.preview": { ...ofOwners, form: () => pageForm(), done: 200, old: 200 },
  "pages.remove": { ...ofOwners, form: () => ({ page: "no-such-page" }), done: 303 },
  "credentials.save": { ...ofOwners, form: () => mailForm, done: 303 },
  "credentials.make-secret": { ...ofOwners, form: () => ({ kind: "backup" }), done: 200 },
  "credentials.try": { ...ofOwners, form: () => ({ kind: "mail" }), done: 303 },
  "credentials.discard": {
    ...ofOwners,
    async form(_, { services }) {
      await saveCandidate(services, "mail", { SMTP_URL: "smtp://127.0.0.1:9" }, new Date());
      return { kind: "mail" };
    },
    done: 303,
  },
  "backup.make": { ...ofOwners, form: () => ({}), done: 303 },
  "shop.check": { ...ofOwners, form: () => ({}), done: 200, old: 200 },
  "credentials.test-letter": { ...ofOwners, form: () => ({}), done: 303, old: 303 },
};

/** The roles that see the settings. */
export const settingsPages: Record<string, readonly Role[]> = {
  "/settings": ["owner"],
  "/go-live": ["owner"],
  "/pages": ["owner"],
  "/pages/edit": ["owner"],
  "/pages/preview": ["owner"],
  "/look": ["owner"],
  "/look/email": ["owner"],
};
