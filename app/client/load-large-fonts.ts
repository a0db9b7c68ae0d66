/**
 * Loads the stylesheet of the large fonts (100 kB each) once the page's large scripts have loaded. Browsers load a font
 * that a stylesheet requests with the highest priority, so on a slow connection the fonts would delay text, covers and
 * scripts. Until then the link has `media="print"`; browsers without JavaScript get a second link.
 */
export function loadLargeFonts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet][media=print]"))
    link.media = "all";
}
