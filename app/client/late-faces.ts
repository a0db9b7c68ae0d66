/**
 * Runs in the head of every page: faces of 100 kB each come after the first paint. A browser puts a face that its
 * stylesheet asks for before everything else, so on a slow line they would hold up words and covers that need none of them.
 * The link has media that is not the screen's until then; a browser without JavaScript has another one.
 */
export const lateFacesScript = `
new PerformanceObserver((list) => {
  if (!list.getEntriesByName("first-contentful-paint")[0]) return;
  for (const link of document.querySelectorAll("link[rel=stylesheet][media=print]")) link.media = "all";
}).observe({ type: "paint", buffered: true });
`;
