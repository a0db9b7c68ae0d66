/** Lightness 0 to 1, chroma, and hue in degrees, for CSS `oklch(51.1% 0.23 277)`. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Returns the contrast ratio of two colours by WCAG 2, from 1 to 21. */
export function oklchContrast(first: Oklch, second: Oklch): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Relative luminance: from OKLCH to linear sRGB (https://bottosson.github.io/posts/oklab/), then weighted by WCAG. */
function luminance({ lightness, chroma, hue }: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return (
    0.2126 * onScreen(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short) +
    0.7152 * onScreen(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short) +
    0.0722 * onScreen(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  );
}

/** Clips values outside the sRGB gamut, as browsers do. */
function onScreen(value: number): number {
  return Math.min(1, Math.max(0, value));
}
