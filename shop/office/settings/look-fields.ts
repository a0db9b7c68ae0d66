import { defaultLook, faceNames, faces } from "#shop/kernel/look/look.ts";
import type { SettingGroup } from "./setting-fields.ts";

/** The settings of the look, which the desk has a page for. */
export const lookGroup: SettingGroup = {
  id: "look",
  title: "Look",
  isOnOwnPage: true,
  fields: [
    {
      name: "LOOK_COLOUR",
      label: "Colour",
      hint: "Buttons, links and the mark",
      unset: defaultLook.colour,
    },
    {
      name: "LOOK_ACCENT",
      label: "Second colour",
      hint: "Offers, ratings and the number in the cart",
      unset: defaultLook.accent,
    },
    {
      name: "LOOK_FACE",
      label: "Typeface of headings",
      unset: defaultLook.face,
      options: /* @__PURE__ */ faces.map((face) => [face, faceNames[face]]),
    },
    {
      name: "LOOK_PATTERN",
      label: "Endpaper",
      hint: "At the top of home and above the foot of every page, printed in the two colours",
      unset: defaultLook.pattern,
      options: [
        ["jaal", "Jaal"],
        ["buti", "Buti"],
        ["marble", "Marble"],
        ["jali", "Jali"],
        ["scales", "Scales"],
        ["lehariya", "Lehariya"],
      ],
    },
    {
      name: "LOOK_DENSITY",
      label: "Space between the parts of home",
      unset: defaultLook.density,
      options: [
        ["airy", "Airy"],
        ["close", "Close"],
      ],
    },
    { name: "LOOK_LOGO", label: "Logo", hint: "SVG up to 300 kB, or PNG up to 2 MB", unset: null, kind: "picture" },
    { name: "LOOK_LOGO_ALONE", label: "The logo contains the shop’s name", unset: "no", kind: "yes-no" },
    {
      name: "LOOK_ICON",
      label: "Icon",
      hint: "For the tabs of browsers and as an app; square, SVG up to 300 kB or PNG up to 2 MB",
      unset: null,
      kind: "picture",
    },
  ],
};
