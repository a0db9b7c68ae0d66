const preload = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
const start = /(<script[^>]*? type="module"[^>]*>)(.*?)(<\/script>)/s;

/** Starts the scripts after this time anyway, in ms, because background tabs are not painted. */
const maxWaitMs = 2000;

/** Beginning of the path of the small script for clicks before hydration, which loads before the first paint. */
const firstPress = "/first-press-";

/**
 * Delays a page's scripts until after the first paint. Pages can be read, and their forms work, without scripts; on a
 * slow connection these would delay text and covers, and hydration would delay the first paint. Expects the HTML of
 * React Router: modulepreload links in the head, and one module script that imports the routes and starts.
 */
export function scriptsAfterPaint(html: string): string {
  const headEnd = Math.max(html.indexOf("</head>"), 0);
  const moduleType = html.lastIndexOf(' type="module"');
  const moduleScript = moduleType === -1 ? html.length : html.lastIndexOf("<script", moduleType);
  const head = html.slice(0, headEnd);
  const early = [...head.matchAll(preload)].flatMap(([, href]) => href ?? []);
  const first = early.find((href) => href.includes(firstPress));
  const later = html.slice(moduleScript).replace(start, (_, open: string, code: string, close: string) => {
    const imports = code
      .replace(/import \* as (\w+) from ("[^"]+");/g, "const $1 = await import($2);")
      .replace(/^\s*import ("[^"]+");/gm, "await import($1);");
    return `${open}let start = async () => {
start = () => {};
for (const href of ${JSON.stringify(early)})
document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", fetchPriority: "low", href }));
${imports}
};
requestAnimationFrame(() => setTimeout(() => start()));
setTimeout(() => start(), ${maxWaitMs});${close}`;
  });
  const firstScript = first ? `<script type="module" src="${first}"></script>` : "";
  return head.replace(preload, "") + firstScript + html.slice(headEnd, moduleScript) + later;
}
