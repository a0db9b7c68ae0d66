/** Expected answers of promotions and bundles at the desk, for the authorization tests. */
import type { Role } from "#shop/people/staff/roles.ts";
import { ofPackers, ofSellers, type AuthorityCase } from "./authority-case.ts";

/** For owners and booksellers; one passkey check per session is enough. */
const atTheCounter = { ...ofPackers, may: ofSellers.may };
const sellers: readonly Role[] = ["owner", "bookseller"];

let made = 0;
/** The form of a new code. */
function newCode(): Record<string, string> {
  made += 1;
  return {
    was: "",
    code: `CODE${made}`,
    name: "A code",
    takes: "percent",
    off: "10",
    appliesTo: "everything",
    startsAt: "2026-01-01T10:00",
    endsAt: "",
    limit: "",
    limitPerReader: "",
  };
}

/** The expected answers of each action on promotions and bundles. */
export const offersLines: Record<string, AuthorityCase> = {
  "offers.save-code": { ...atTheCounter, form: newCode },
  "offers.stop-code": { ...atTheCounter, form: () => ({ code: "SUMMER20" }) },
  "offers.save-bundle": {
    ...atTheCounter,
    form: () => ({
      was: "",
      bundle: "",
      name: "Two of a kind",
      description: "Both of them.",
      percentOff: "10",
      place: "9",
      startsAt: "",
      endsAt: "",
      "book-0": "godan",
      "book-1": "raag-darbari",
    }),
  },
  "offers.stop-bundle": { ...atTheCounter, form: () => ({ bundle: "under-the-blanket" }) },
};

/** The roles that see each page of promotions and bundles. */
export const offersPages: Record<string, readonly Role[]> = {
  "/offers": sellers,
  "/offers/code": sellers,
  "/offers/bundle": sellers,
  "/offers/results": sellers,
  "/offers/results.csv": sellers,
  "/offers/trial": sellers,
};
