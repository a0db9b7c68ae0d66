/**
 * Lets the faces of 100 kB each come: the page's large scripts are there. A browser puts a face that its stylesheet asks for
 * before everything else, so on a slow line they would hold up words, covers and scripts. The link has media that is not the
 * screen's until then; a browser without JavaScript has another one.
 */
export function loadLateFaces(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet][media=print]"))
    link.media = "all";
}
