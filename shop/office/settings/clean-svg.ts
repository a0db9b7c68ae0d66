/** Cleans an SVG drawing to its shapes and colours. */
import sanitizeHtml from "sanitize-html";

/** Thrown if a file cannot be a logo; the message tells the owner why. */
export class LogoRefusedError extends Error {}

/** The maximum size of an SVG file, in bytes: a logo has a few kilobytes, and every page of the shop loads it. */
const maxSvgBytes = 300_000;
/** Opening and closing tags; the parser takes quadratic time for tags in each other. */
const maxTags = 10_000;

const tags =
  "svg g defs title desc symbol use path rect circle ellipse line polyline polygon text tspan clipPath mask linearGradient radialGradient stop pattern".split(
    " ",
  );
/** The attributes that a style can also set. */
const presentation =
  "fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule mask stop-color stop-opacity font-family font-size font-weight font-style text-anchor letter-spacing".split(
    " ",
  );
const attributes = [
  ...presentation,
  ..."id d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height viewBox preserveAspectRatio xmlns xmlns:xlink version href xlink:href points transform clipPathUnits maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform".split(
    " ",
  ),
];

type Attributes = Record<string, string>;

/**
 * Keeps the shapes and colours of a drawing, and references within it. A drawing with a script is refused, because it
 * was not made as a logo. Throws LogoRefusedError.
 */
export function cleanSvg(text: string): string {
  if (Buffer.byteLength(text) > maxSvgBytes)
    throw new LogoRefusedError("The SVG is larger than 300 kB. Simplify it, or save it as PNG.");
  if (text.split("<").length > maxTags) throw new LogoRefusedError("The drawing is too detailed. Save it as PNG.");
  if (/<script|<foreignObject|\son[a-z]+\s*=|javascript:|<!ENTITY/i.test(text))
    throw new LogoRefusedError("This SVG contains a script. Export it again as a plain SVG, or save it as PNG.");
  const classes = readStyleSheets(text);
  let written = 0;
  const clean = sanitizeHtml(text, {
    allowedTags: tags,
    allowedAttributes: { "*": attributes },
    transformTags: {
      "*": (tagName, given) => {
        const attribs = withoutOtherFiles(withoutStyles(given, classes));
        // A class that many tags have could multiply the drawing.
        written += Object.values(attribs).join().length;
        if (written > maxSvgBytes) throw new LogoRefusedError("The drawing is too detailed. Save it as PNG.");
        return { tagName, attribs };
      },
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  }).trim();
  if (!clean.startsWith("<svg") || !/<(?:path|rect|circle|ellipse|line|poly|text|use)/.test(clean))
    throw new LogoRefusedError("This SVG has no shapes. Save it as PNG.");
  return clean.includes("xmlns=") ? clean : clean.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** Removes references to other files and hosts. */
function withoutOtherFiles(given: Attributes): Attributes {
  const isInside = ([name, value]: [string, string]) =>
    (name.endsWith("href") ? value.startsWith("#") : true) && !/url\((?!["']?#)/i.test(value);
  return Object.fromEntries(Object.entries(given).filter(isInside));
}

/**
 * Turns `style="fill:red"` and classes of a style sheet into attributes: drawing programs write them, and the page's
 * policy forbids styles. As in CSS, a class replaces an attribute, and a style replaces both.
 */
function withoutStyles(given: Attributes, classes: Map<string, Attributes>): Attributes {
  const { class: names = "", style = "", ...own } = given;
  const attribs: Attributes = own;
  for (const name of names.split(/\s+/)) Object.assign(attribs, classes.get(name));
  return Object.assign(attribs, readDeclarations(style));
}

/**
 * What the style sheets in a drawing say of each class. Splits at fixed texts: patterns with a variable part between
 * two ends would take quadratic time for a file that repeats the first end.
 */
function readStyleSheets(text: string): Map<string, Attributes> {
  const classes = new Map<string, Attributes>();
  for (const part of text.split(/<style\b/i).slice(1)) {
    const sheet = part.slice(part.indexOf(">") + 1).split(/<\/style\b/i, 1)[0] ?? "";
    for (const rule of sheet.split("}")) {
      // The last two parts: a rule in `@media` has more.
      const [selectors = "", style = ""] = rule.split("{").slice(-2);
      const declarations = readDeclarations(style);
      for (const [, name = ""] of selectors.matchAll(/\.([\w-]+)/g))
        classes.set(name, { ...classes.get(name), ...declarations });
    }
  }
  return classes;
}

function readDeclarations(style: string): Attributes {
  return Object.fromEntries(
    style.split(";").flatMap((one): [string, string][] => {
      const [name = "", value = ""] = one.split(":", 2).map((part) => part.trim());
      return presentation.includes(name) && value !== "" ? [[name, value]] : [];
    }),
  );
}
