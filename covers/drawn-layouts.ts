import type { Layout } from "./cover-plan.ts";
import { drawArches } from "./layouts/arches.ts";
import { drawBands } from "./layouts/bands.ts";
import { drawBauhaus } from "./layouts/bauhaus.ts";
import { drawBoat } from "./layouts/boat.ts";
import { drawBotanical } from "./layouts/botanical.ts";
import { drawBunting } from "./layouts/bunting.ts";
import { drawContour } from "./layouts/contour.ts";
import { drawFrame } from "./layouts/frame.ts";
import { drawGuilloche } from "./layouts/guilloche.ts";
import { drawHalftone } from "./layouts/halftone.ts";
import { drawHills } from "./layouts/hills.ts";
import { drawHorizon } from "./layouts/horizon.ts";
import { drawJali } from "./layouts/jali.ts";
import { drawKites } from "./layouts/kites.ts";
import { drawMonogram } from "./layouts/monogram.ts";
import { drawNight } from "./layouts/night.ts";
import { drawNumeral } from "./layouts/numeral.ts";
import { drawOrbit } from "./layouts/orbit.ts";
import { drawPanels } from "./layouts/panels.ts";
import { drawPlate } from "./layouts/plate.ts";
import { drawQuiet } from "./layouts/quiet.ts";
import { drawSlice } from "./layouts/slice.ts";
import { drawStack } from "./layouts/stack.ts";
import { drawSwiss } from "./layouts/swiss.ts";
import { drawThali } from "./layouts/thali.ts";
import { drawWindows } from "./layouts/windows.ts";

/** Every layout by the name moods know it by. */
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
