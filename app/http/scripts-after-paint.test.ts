import { expect, test } from "vitest";

import { scriptsAfterPaint } from "./scripts-after-paint.ts";

const page = `<html><head><link rel="modulepreload" nonce="n" href="/assets/entry.js"/><link rel="stylesheet" href="/a.css"/>
<link rel="modulepreload" href="/assets/route.js"/></head><body><script nonce="n">window.a = 'import "/x.js";'</script>
<script nonce="n" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/route.js";

window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body></html>`;

test("a page's modules are imported in their order, after it was painted, and by nothing before", () => {
  const changed = scriptsAfterPaint(page);
  expect(changed).not.toContain('rel="modulepreload"');
  expect(changed).toContain('["/assets/entry.js","/assets/route.js"]');
  const code = /type="module" async="">(.*?)<\/script>/s.exec(changed)![1]!;
  expect(code.split("\n").slice(4, -3)).toEqual([
    'await import("/assets/manifest.js");',
    'const route0 = await import("/assets/route.js");',
    "",
    'window.__reactRouterRouteModules = {"root":route0};',
    "",
    'import("/assets/entry.js");',
  ]);
  expect(code).toContain("requestAnimationFrame(() => setTimeout(() => start()))");
  // Background tabs are never painted.
  expect(code).toContain("setTimeout(() => start(), 2000)");
});

test("the small script that answers first presses is asked for with the page", () => {
  const withFirst = page.replace("</head>", '<link rel="modulepreload" href="/assets/first-press-a.js"/></head>');
  const changed = scriptsAfterPaint(withFirst);
  expect(changed).toContain('<script type="module" src="/assets/first-press-a.js"></script></head>');
  expect(scriptsAfterPaint(page)).not.toContain('<script type="module" src=');
});

test("the rest of a page stays as it is", () => {
  expect(scriptsAfterPaint(page)).toContain(`<script nonce="n">window.a = 'import "/x.js";'</script>`);
  expect(scriptsAfterPaint("<p>No script</p>")).toBe("<p>No script</p>");
});
