/** Cleans an SVG drawing to its shapes and colours. */
import sanitizeHtml from "sanitize-html";

/** Thrown if a file cannot be a logo; the message tells the owner why. */
export class LogoRefusedError extends Error {}

const tags =
  "svg g defs title desc symbol use path rect circle ellipse line polyline polygon text tspan clipPath mask linearGradient radialGradient stop pattern".split(
    " ",
  );
const attributes =
  "id d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height viewBox preserveAspectRatio xmlns xmlns:xlink version href xlink:href points transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform font-family font-size font-weight font-style text-anchor letter-spacing".split(
    " ",
  );

/**
 * Keeps the shapes and colours of a drawing, and references within it. A drawing with a script is refused, because it
 * was not made as a logo. Throws LogoRefusedError.
 */
export function cleanSvg(text: string): string {
  if (/<script|<foreignObject|\son[a-z]+\s*=|javascript:|<!ENTITY/i.test(text))
    throw new LogoRefusedError("This SVG contains a script. Export it again as a plain SVG, or save it as PNG.");
  const clean = sanitizeHtml(stylesToAttributes(text), {
    allowedTags: tags,
    allowedAttributes: { "*": attributes },
    transformTags: { "*": (tagName, given) => ({ tagName, attribs: withoutOtherFiles(given) }) },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  }).trim();
  if (!clean.startsWith("<svg") || !/<(?:path|rect|circle|ellipse|line|poly|text|use)/.test(clean))
    throw new LogoRefusedError("This SVG has no shapes. Save it as PNG.");
  return clean.includes("xmlns=") ? clean : clean.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** Removes references to other files and hosts. */
function withoutOtherFiles(given: Record<string, string>): Record<string, string> {
  const isInside = ([name, value]: [string, string]) =>
    (name.endsWith("href") ? value.startsWith("#") : true) && !/url\((?!["']?#)/i.test(value);
  return Object.fromEntries(Object.entries(given).filter(isInside));
}

/**
 * Turns `style="fill:red"`, and classes of a style sheet inside the drawing, into attributes: drawing programs write
 * them, and the page's policy forbids styles.
 */
function stylesToAttributes(text: string): string {
  const classes = new Map<string, string>();
  for (const [, sheet = ""] of text.matchAll(/<style[^>]*>([^]*?)<\/style>/gi))
    for (const [, selectors = "", style = ""] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g))
      for (const [, name = ""] of selectors.matchAll(/\.([\w-]+)/g))
        classes.set(name, `${classes.get(name) ?? ""};${style}`);
  return text
    .replaceAll(/<style[^>]*>[^]*?<\/style>/gi, "")
    .replaceAll(/\sclass="([^"]*)"/g, (_, names: string) =>
      asAttributes(
        names
          .split(/\s+/)
          .map((name) => classes.get(name) ?? "")
          .join(";"),
      ),
    )
    .replaceAll(/\sstyle="([^"]*)"/g, (_, style: string) => asAttributes(style));
}

function asAttributes(style: string): string {
  const last = new Map(
    style.split(";").flatMap((one): [string, string][] => {
      const [name = "", value = ""] = one.split(":").map((part) => part.trim());
      return /^[a-z-]+$/.test(name) && value !== "" ? [[name, value.replaceAll('"', "'")]] : [];
    }),
  );
  return [...last].map(([name, value]) => ` ${name}="${value}"`).join("");
}
