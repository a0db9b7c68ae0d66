function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two inks as if overprinted: `share` is from 0 (only `from`) to 1 (only `to`). */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  return `#${a
    .map((value, i) =>
      Math.round(value + (b[i]! - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function hexContrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the first colour that is readable on `surface`: the palette's ground or ink, a darkened colour, or white. */
export function textColorOn(surface: string, palette: { ground: string; ink: string }): string {
  const darker = luminance(palette.ground) < luminance(palette.ink) ? palette.ground : palette.ink;
  return readableOn(surface, [palette.ground, palette.ink, mix(darker, "#000000", 0.8), "#ffffff"]);
}

/** The first ink that is readable on the ground (4.5:1), otherwise the one with the most contrast. */
export function readableOn(ground: string, inks: string[]): string {
  return (
    inks.find((ink) => hexContrast(ink, ground) >= 4.5) ??
    inks.toSorted((a, b) => hexContrast(b, ground) - hexContrast(a, ground))[0]!
  );
}
