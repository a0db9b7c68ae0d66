/**
 * Loads the stylesheet of the large fonts (100 kB each). Call it only after the page's large scripts have loaded:
 * browsers give fonts the highest priority, so on a slow connection they would delay text, covers and scripts. Until
 * then the link to the stylesheet has `media="print"`; browsers without JavaScript get a second link.
 */
export function loadLargeFonts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet][media=print]"))
    link.media = "all";
}
