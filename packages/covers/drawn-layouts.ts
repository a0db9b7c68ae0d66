import type { Layout } from "./cover-plan.ts";
import { drawArches } from "./layouts/scenes/arches.ts";
import { drawBands } from "./layouts/graphic/bands.ts";
import { drawBauhaus } from "./layouts/graphic/bauhaus.ts";
import { drawBoat } from "./layouts/scenes/boat.ts";
import { drawBotanical } from "./layouts/scenes/botanical.ts";
import { drawBunting } from "./layouts/scenes/bunting.ts";
import { drawContour } from "./layouts/graphic/contour.ts";
import { drawFrame } from "./layouts/graphic/frame.ts";
import { drawGuilloche } from "./layouts/graphic/guilloche.ts";
import { drawHalftone } from "./layouts/graphic/halftone.ts";
import { drawHills } from "./layouts/scenes/hills.ts";
import { drawHorizon } from "./layouts/scenes/horizon.ts";
import { drawJali } from "./layouts/scenes/jali.ts";
import { drawKites } from "./layouts/scenes/kites.ts";
import { drawMonogram } from "./layouts/graphic/monogram.ts";
import { drawNight } from "./layouts/scenes/night.ts";
import { drawNumeral } from "./layouts/graphic/numeral.ts";
import { drawOrbit } from "./layouts/scenes/orbit.ts";
import { drawPanels } from "./layouts/scenes/panels.ts";
import { drawPlate } from "./layouts/graphic/plate.ts";
import { drawQuiet } from "./layouts/graphic/quiet.ts";
import { drawSlice } from "./layouts/graphic/slice.ts";
import { drawStack } from "./layouts/graphic/stack.ts";
import { drawSwiss } from "./layouts/graphic/swiss.ts";
import { drawThali } from "./layouts/scenes/thali.ts";
import { drawWindows } from "./layouts/scenes/windows.ts";

/** Every layout, by the name that moods use. */
export const drawnLayouts: Record<string, Layout> = {
  arches: drawArches,
  bands: drawBands,
  bauhaus: drawBauhaus,
  boat: drawBoat,
  botanical: drawBotanical,
  bunting: drawBunting,
  contour: drawContour,
  frame: drawFrame,
  guilloche: drawGuilloche,
  halftone: drawHalftone,
  hills: drawHills,
  horizon: drawHorizon,
  jali: drawJali,
  kites: drawKites,
  monogram: drawMonogram,
  night: drawNight,
  numeral: drawNumeral,
  orbit: drawOrbit,
  panels: drawPanels,
  plate: drawPlate,
  quiet: drawQuiet,
  slice: drawSlice,
  stack: drawStack,
  swiss: drawSwiss,
  thali: drawThali,
  windows: drawWindows,
};
