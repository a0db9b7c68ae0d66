import type { Role } from "#shop/people/staff/roles.ts";
import { ofPackers, ofSellers, type AuthorityLine } from "./lines.ts";

/** What a passkey of this sign-in is enough for, for owners and booksellers. */
const atTheCounter = { ...ofPackers, may: ofSellers.may };
const sellers: readonly Role[] = ["owner", "bookseller"];

let made = 0;
/** The form of a code that nobody has made. */
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

/** What each role gets of the actions of offers. */
export const offersLines: Record<string, AuthorityLine> = {
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

/** Who sees the pages of offers. */
export const offersPages: Record<string, readonly Role[]> = {
  "/offers": sellers,
  "/offers/code": sellers,
  "/offers/bundle": sellers,
  "/offers/results": sellers,
  "/offers/results.csv": sellers,
  "/offers/trial": sellers,
};
