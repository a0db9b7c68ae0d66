const preload = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
const start = /(<script[^>]*? type="module"[^>]*>)(.*?)(<\/script>)/s;

/** A tab in the background is not painted. */
const maxWaitMs = 2000;

/** What answers the first presses is small, and comes before the first paint. */
const firstPress = "/first-press-";

/**
 * A page whose scripts are asked for once it has been painted. It can be read, and its forms work, without them; on a
 * slow line they would hold up its words and covers, and taking over a page is work that its first paint would wait for.
 * Takes the page as React Router writes it: what is to be loaded early, and a module that imports it and starts.
 */
export function scriptsAfterPaint(html: string): string {
  const early = [...html.matchAll(preload)].flatMap(([, href]) => href ?? []);
  const first = early.find((href) => href.includes(firstPress));
  const later = html.replace(preload, "").replace(start, (_, open: string, code: string, close: string) => {
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
  return first ? later.replace("</head>", `<script type="module" src="${first}"></script></head>`) : later;
}
