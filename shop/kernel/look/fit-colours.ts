/** Derives the colours of a look from the two that the bookseller chose, so that everything can be read. */
import { fromHex, oklchContrast, toHex, type Oklch } from "./contrast.ts";
import { defaultLook, type Look } from "./look.ts";

/** Colours in hexadecimal by role, as `ui/tokens.css` names them. */
export type Colours = Record<string, string>;

/** The colours that differ from those of `ui/tokens.css` and `ui/endpapers.css`. */
export interface FittedColours {
  light: Colours;
  dark: Colours;
  /** On dark sheets (`.on-night`), in both schemes. */
  onNight: Colours;
  /** The two inks and the sheet of the shop's endpaper. */
  print: { light: Colours; dark: Colours };
  /** Whether the colour had to be made darker than chosen, so that it can be read on paper. */
  isColourDarkened: boolean;
  /** The same for words in the second colour. */
  isAccentDarkened: boolean;
}

/** For text, by WCAG 1.4.3, with room for the rounding of hexadecimal colours. */
const leastContrast = 4.55;

/** Grounds of `ui/tokens.css` that are hardest to read on: `sunk` and `chip` in the light, `chip` in the dark. */
const sunk = fromHex("#f2ece1");
const chipInTheDark: Oklch = { lightness: 0.322, chroma: 0.022, hue: 300 };
const washInTheDark: Oklch = { lightness: 0.236, chroma: 0.018, hue: 300 };

const colour = (lightness: number, chroma: number, hue: number): Oklch => ({ lightness, chroma, hue });

/** Fits the two colours of a look to both schemes. */
export function fitColours({ colour, accent }: Pick<Look, "colour" | "accent">): FittedColours {
  const ownAccent = fitAccent(fromHex(accent));
  const ownColour = fitColour(fromHex(colour), ownAccent.wash);
  const hasOwnColour = colour !== defaultLook.colour;
  const hasOwnAccent = accent !== defaultLook.accent;
  // A paler wash of another accent may need a darker colour on it, even if the colour is that of the default look.
  const isColourMoved = hasOwnColour || toHex(ownColour.light.action!) !== colour;
  return {
    light: written({ ...(isColourMoved && ownColour.light), ...(hasOwnAccent && ownAccent.light) }),
    dark: written({ ...(isColourMoved && ownColour.dark), ...(hasOwnAccent && ownAccent.dark) }),
    onNight: written({ ...(isColourMoved && ownColour.onNight), ...(hasOwnAccent && ownAccent.onNight) }),
    print:
      hasOwnColour || hasOwnAccent
        ? { light: written(printOf(colour, accent, false)), dark: written(printOf(colour, accent, true)) }
        : { light: {}, dark: {} },
    isColourDarkened: ownColour.isDarkened,
    isAccentDarkened: ownAccent.isDarkened,
  };
}

function fitColour(chosen: Oklch, wash: Oklch) {
  const { hue, chroma } = chosen;
  const action = moveLightness(chosen, -1, [sunk, wash]);
  const inTheDark = moveLightness(colour(Math.max(chosen.lightness, 0.721), Math.min(chroma, 0.151), hue), 1, [
    chipInTheDark,
    washInTheDark,
  ]);
  return {
    isDarkened: action.lightness < chosen.lightness,
    light: {
      action,
      "action-strong": colour(Math.max(action.lightness - 0.054, 0.1), action.chroma * 0.935, hue),
      night: colour(0.27, Math.min(chroma, 0.053), hue),
      "quiet-on-night": colour(0.8, Math.min(chroma, 0.025), hue),
      "line-on-night": colour(0.4, Math.min(chroma, 0.05), hue),
    } as Record<string, Oklch>,
    dark: {
      action: inTheDark,
      "action-strong": colour(Math.min(inTheDark.lightness + 0.069, 0.96), inTheDark.chroma * 0.755, hue),
      "on-action": colour(0.196, Math.min(chroma, 0.03), hue),
      night: colour(0.245, Math.min(chroma, 0.037), hue),
      "quiet-on-night": colour(0.76, Math.min(chroma, 0.024), hue),
      "line-on-night": colour(0.36, Math.min(chroma, 0.04), hue),
    },
    onNight: {
      action: colour(0.82, Math.min(chroma, 0.1), hue),
      "action-strong": colour(0.88, Math.min(chroma, 0.07), hue),
    },
  };
}

function fitAccent(chosen: Oklch) {
  const { hue, chroma } = chosen;
  const wash = colour(0.91, Math.min(chroma * 0.52, 0.075), hue);
  const asText = moveLightness(colour(Math.min(chosen.lightness, 0.55), Math.min(chroma, 0.13), hue), -1, [sunk]);
  return {
    wash,
    isDarkened: asText.lightness < chosen.lightness,
    light: {
      marigold: chosen,
      "marigold-text": asText,
      "marigold-wash": wash,
      "on-wash": colour(0.27, Math.min(chroma, 0.05), hue),
    },
    dark: {
      marigold: colour(0.75, Math.min(chroma, 0.134), hue),
      "marigold-text": colour(0.81, Math.min(chroma, 0.125), hue),
    },
    onNight: { marigold: colour(0.76, Math.min(chroma, 0.134), hue) },
  };
}

/** The shop's endpaper, printed in the two colours on a dark sheet. */
function printOf(first: string, second: string, isDark: boolean): Record<string, Oklch> {
  const [one, two] = [fromHex(first), fromHex(second)];
  return isDark
    ? {
        sheet: colour(0.26, Math.min(one.chroma, 0.062), one.hue),
        "ink-one": colour(0.37, Math.min(one.chroma, 0.085), one.hue),
        "ink-two": colour(0.66, Math.min(two.chroma, 0.11), two.hue),
      }
    : {
        sheet: colour(0.346, Math.min(one.chroma, 0.086), one.hue),
        "ink-one": colour(0.45, Math.min(one.chroma, 0.1), one.hue),
        "ink-two": colour(0.75, Math.min(two.chroma, 0.125), two.hue),
      };
}

/** Makes a colour darker (-1) or lighter (1) until it can be read on all grounds. */
function moveLightness(from: Oklch, step: -1 | 1, grounds: Oklch[]): Oklch {
  let fitted = from;
  // Measured as it is written, because hexadecimal colours are clipped to what screens show.
  const isReadable = () =>
    grounds.every((ground) => oklchContrast(fromHex(toHex(fitted)), fromHex(toHex(ground))) >= leastContrast);
  // Black can be read on every light ground, and white on every dark one.
  while (!isReadable() && (step < 0 ? fitted.lightness > 0 : fitted.lightness < 1))
    fitted = { ...fitted, lightness: fitted.lightness + step * 0.005 };
  return fitted;
}

function written(colours: Record<string, Oklch>): Colours {
  return Object.fromEntries(Object.entries(colours).map(([role, one]) => [role, toHex(one)]));
}
