import { expect, test } from "vitest";

import { cleanSvg, LogoRefusedError } from "./clean-svg.ts";

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">';

test.each([
  `${open}<script>alert(1)</script><path d="M0 0h9"/></svg>`,
  `${open}<path d="M0 0h9" onload="alert(1)"/></svg>`,
  `${open}<foreignObject><p>x</p></foreignObject></svg>`,
  `${open}<a href="javascript:alert(1)"><path d="M0 0h9"/></a></svg>`,
  `<!DOCTYPE svg [<!ENTITY a "b">]>${open}<path d="M0 0h9"/></svg>`,
])("a drawing with a program in it is refused: %s", (svg) => {
  expect(() => cleanSvg(svg)).toThrow(LogoRefusedError);
});

test("shapes, colours and references inside the drawing stay; other files, links and comments go", () => {
  const clean = cleanSvg(
    `<?xml version="1.0"?><!-- made by a program -->${open}<style>.a,.b{fill:#f00;} .b{stroke:blue}</style>` +
      `<defs><linearGradient id="g"><stop offset="0" style="stop-color:#0f0"/></linearGradient></defs>` +
      `<path class="b" d="M0 0h9"/><rect fill="url(#g)" width="4" height="4"/><use href="#g"/>` +
      `<image href="https://evil.test/x.png"/><use href="https://evil.test/x.svg#a"/><rect fill="url(https://evil.test/p)"/></svg>`,
  );
  expect(clean).toContain('fill="#f00" stroke="blue"');
  expect(clean).toContain('stop-color="#0f0"');
  expect(clean).toContain('fill="url(#g)"');
  expect(clean).toContain("linearGradient");
  expect(clean).toContain('viewBox="0 0 10 10"');
  expect(clean).not.toMatch(/evil|image|style|class|made by|<\?xml/);
});

test("a class replaces an attribute and a style replaces both, and each attribute is written once", () => {
  const clean = cleanSvg(
    `${open}<style><![CDATA[ @media screen { .a { fill: #0f0; stroke: #00f } } ]]></style>` +
      `<path fill="none" style="fill:#c00" d="M0 0h1"/><path fill="none" class="a" d="M0 0h2"/>` +
      `<path style="fill:#c00" class="x a" fill="none" d="M0 0h3"/><path style="d:path('M9 9');fill:&quot;&gt;" d="M0 0h4"/></svg>`,
  );
  const attributesOf = (d: string) =>
    Object.fromEntries(
      [...new RegExp(`<path([^>]*d="${d}"[^>]*)`).exec(clean)![1]!.matchAll(/([\w-]+)="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
  expect(attributesOf("M0 0h1")).toEqual({ fill: "#c00", d: "M0 0h1" });
  expect(attributesOf("M0 0h2")).toEqual({ fill: "#0f0", stroke: "#00f", d: "M0 0h2" });
  expect(attributesOf("M0 0h3")).toEqual({ fill: "#c00", stroke: "#00f", d: "M0 0h3" });
  expect(clean.match(/fill="/g)).toHaveLength(4);
});

test.each([
  ["style sheets that do not end", "<style>", ""],
  ["style sheets whose tag does not end", "<style ", ""],
  ["one style sheet of text", "a", "<style>"],
  ["selectors", ".a,", "<style>"],
  [
    "classes that a style sheet multiplies",
    '<path class="a"/>',
    `<style>.a{font-family:${"x".repeat(50_000)}}</style>`,
  ],
  ["names of classes", "a ", '<style>.a{fill:red}</style><path class="'],
  ["nested groups", "<g>", ""],
  ["spaces", " ", "<path onx"],
])("a large drawing is cleaned or refused at once: %s", (_, repeated, before) => {
  const start = performance.now();
  const svg = open + before + repeated.repeat((299_000 - before.length) / repeated.length);
  try {
    cleanSvg(`${svg}"/></svg>`);
  } catch (error) {
    expect(error).toBeInstanceOf(LogoRefusedError);
  }
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("a drawing of more than 300 kB is refused before it is read", () => {
  const path = `<path d="${"M0 0h9".repeat(50_001)}"/></svg>`;
  expect(() => cleanSvg(open + path)).toThrow("larger than 300 kB");
});

test("a drawing without shapes is refused", () => {
  expect(() => cleanSvg(`${open}<image href="data:image/png;base64,AAAA"/></svg>`)).toThrow("no shapes");
});
