import devanagari from "#ui/devanagari.css?url";

/** Languages written in Devanagari, as in the SQL function `script_of`. */
const devanagariTexts = ["hi", "mr", "ne", "sa", "bho", "brx", "doi", "gom", "kok", "mai", "new"]
  .map((language) => `[lang=${language}]`)
  .join();

/** Loads the stylesheet of the Devanagari fonts once, if the page has Devanagari. */
export function loadDevanagariFonts(): void {
  if (document.querySelector(devanagariTexts) && !document.querySelector(`link[href="${devanagari}"]`))
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: devanagari }));
}

/**
 * Loads the stylesheet of the Devanagari fonts (60 kB each) once an element with Devanagari is seen. Call it only after
 * the page's large scripts have loaded: browsers give fonts the highest priority, so on a slow connection they would
 * delay text, covers and scripts.
 */
export function loadDevanagariFontsWhenSeen(): void {
  const visibility = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    visibility.disconnect();
    additions.disconnect();
    loadDevanagariFonts();
  });
  const observeAll = () => document.querySelectorAll(devanagariTexts).forEach((element) => visibility.observe(element));
  const additions = new MutationObserver(observeAll);
  additions.observe(document.body, { childList: true, subtree: true, attributeFilter: ["lang"] });
  observeAll();
}
