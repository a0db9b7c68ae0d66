import { z } from "zod";

import { logoName } from "#shop/kernel/look/logo.ts";
import { defaultLook, densities, faces, patterns, type Look } from "#shop/kernel/look/look.ts";

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #4f46e5");

const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** The name of a picture that was uploaded at the desk. */
export const picture = z.string().regex(logoName, "must be a picture that was uploaded at the desk").optional();

/** The look of the shop. */
export const lookSettings = {
  LOOK_COLOUR: colour.default(defaultLook.colour),
  LOOK_ACCENT: colour.default(defaultLook.accent),
  LOOK_FACE: oneOf(faces).default(defaultLook.face),
  LOOK_PATTERN: oneOf(patterns).default(defaultLook.pattern),
  LOOK_DENSITY: oneOf(densities).default(defaultLook.density),
  LOOK_LOGO: picture,
  LOOK_LOGO_ALONE: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
  LOOK_ICON: picture,
};

/** The look that the settings describe. */
export function readLook(read: z.infer<z.ZodObject<typeof lookSettings>>): Look {
  return {
    colour: read.LOOK_COLOUR,
    accent: read.LOOK_ACCENT,
    face: read.LOOK_FACE,
    pattern: read.LOOK_PATTERN,
    density: read.LOOK_DENSITY,
    logo: read.LOOK_LOGO ?? null,
    isNameInLogo: read.LOOK_LOGO_ALONE === "yes",
    icon: read.LOOK_ICON ?? null,
  };
}
