/** Colours in OKLCH and hexadecimal, and their contrast by WCAG 2. */

/** Lightness 0 to 1, chroma, and hue in degrees, for CSS `oklch(51.1% 0.23 277)`. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = [number, number, number];

/** Returns the contrast ratio of two colours by WCAG 2, from 1 to 21. */
export function oklchContrast(first: Oklch, second: Oklch): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = toLinearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From OKLCH to linear sRGB (https://bottosson.github.io/posts/oklab/), clipped to what screens show. */
function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    onScreen(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    onScreen(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    onScreen(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** Clips values outside the sRGB gamut, as browsers do. */
function onScreen(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Converts a colour such as `#4f46e5` to OKLCH. */
export function fromHex(hex: string): Oklch {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Converts a colour to hexadecimal, clipped to what screens show. */
export function toHex(colour: Oklch): string {
  const bytes = toLinearRgb(colour).map((value) => Math.round(255 * encoded(value)));
  return `#${bytes.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The transfer function of sRGB, from 0-1 to 0-1, and its inverse. */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
