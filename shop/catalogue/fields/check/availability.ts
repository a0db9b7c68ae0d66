/** Maps ONIX codes and everyday words to availabilities and audiences. */
import type { Audience, Availability } from "#shop/catalogue/fields/record-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { wordsFor } from "./reading.ts";

/**
 * ONIX list 65, list 54 of ONIX 2.1, and common words. "Temporarily out of stock" at the supplier counts as `in-stock`,
 * because only the shop's own copies matter. CS and 97 to 99 (uncertain, unspecified, ask the supplier) are unknown.
 */
const availabilities = new Map<string, Availability>([
  ...wordsFor("20 21 30 31 32 33 34 IP AD NY RP TP TU", "in-stock"),
  ...wordsFor("22 23 TO MD", "to-order"),
  ...wordsFor("09 10 11 12 NP PP", "forthcoming"),
  ...wordsFor("01 40 41 42 43 44 45 46 47 48 49 50 51 52 AB EX OF OI OP OR RM RF RU UR WR WS", "out-of-print"),
  ...wordsFor("in-stock|in stock|available|instock|yes|y|true|active|available now|ready", "in-stock"),
  ...wordsFor("to-order|to order|on order|special order|print on demand|pod|order", "to-order"),
  ...wordsFor("forthcoming|not yet published|not yet available|pre-order|preorder|coming soon|upcoming", "forthcoming"),
  ...wordsFor(
    "out-of-print|out of print|op|discontinued|withdrawn|not available|unavailable|no|n|false|inactive",
    "out-of-print",
  ),
]);

/** ONIX list 28, and common words. */
const audiences = new Map<string, Audience>([
  ...wordsFor("01", "general"),
  ...wordsFor("02", "children"),
  ...wordsFor("03", "teenagers"),
  ...wordsFor("04 05 07 08 09", "students"),
  ...wordsFor("06", "professionals"),
  ...wordsFor("general|adult|adults|everyone|all", "general"),
  ...wordsFor("children|child|kids|juvenile|children's", "children"),
  ...wordsFor("teenagers|teenager|teens|teen|young adult|young adults|ya", "teenagers"),
  ...wordsFor("students|student|school|college|textbook|university", "students"),
  ...wordsFor("scholars|scholar|scholarly|academic|research", "scholars"),
  ...wordsFor("professionals|professional|trade", "professionals"),
]);

/** Parses an availability; undefined for an unknown word. */
export function readAvailability(text: string): Availability | undefined {
  return availabilities.get(foldText(text.slice(0, 100)));
}

/** Parses an audience; undefined for an unknown word. */
export function readAudience(text: string): Audience | undefined {
  return audiences.get(foldText(text.slice(0, 100)));
}
