/** A logo or icon, as its name describes it. */
export interface Logo {
  /** Its address in the shop. */
  path: string;
  width: number;
  height: number;
  /** Set if it is drawn in dark or pale ink only, which needs another ground in one of the schemes. */
  ink: "dark" | "pale" | null;
}

/** The name of a stored logo: a hash of its content, its size, and its ink if that needs a ground of its own. */
export const logoName = /^[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3})(?:-(dark|pale))?\.(?:svg|png)$/;

/** Reads the name of a logo; null if it is none. */
export function readLogoName(name: string): Logo | null {
  const [, width, height, ink] = logoName.exec(name) ?? [];
  if (height === undefined) return null;
  return { path: `/logos/${name}`, width: Number(width), height: Number(height), ink: (ink ?? null) as Logo["ink"] };
}
