import { fitColours } from "#shop/kernel/look/fit-colours.ts";
import { faceNames, type Look } from "#shop/kernel/look/look.ts";

/**
 * Gives an element of the desk the colours and the heading typeface of a look (`faces.css` has its files). By script,
 * because the desk's policy allows no style attributes; the desk itself keeps its own look.
 */
export function showInLook(element: HTMLElement | null, look: Pick<Look, "colour" | "accent" | "face">): void {
  const { light, dark } = fitColours(look);
  for (const [role, colour] of Object.entries(light))
    if (dark[role]) element?.style.setProperty(`--color-${role}`, `light-dark(${colour}, ${dark[role]})`);
  if (look.face !== "fraunces")
    element?.style.setProperty(
      "--font-display",
      `"${faceNames[look.face]} Variable", "Figtree Variable", "Tiro Devanagari Hindi", serif`,
    );
}
