import { countHanging } from "./break-lines.ts";
import { setText, type Box, type Setting, type SetText } from "./set-text.ts";

const gap = 22;

interface WallLine {
  text: string;
  height: number;
}

/** Sets a title as a block of capitals: every line is as wide as the box, unless the block would be too high. */
export function setTextBlock(text: string, box: Box, setting: Omit<Setting, "maxSize">): SetText[] {
  const lines = chooseLines(text, box, setting);
  const full = lines.reduce((sum, line) => sum + line.height + gap, -gap);
  const shrink = Math.min(1, box.height / full);
  let { y } = box;
  return lines.map((line) => {
    const set = setText(
      line.text,
      { ...box, y, width: box.width * shrink, height: line.height },
      { ...setting, caps: true, maxLines: 1, maxSize: 9999 },
    );
    y += (line.height + gap) * shrink;
    return set;
  });
}

/** Tries one to eight lines, and keeps the block that is nearest to the height. */
function chooseLines(text: string, { width, height }: Box, setting: Omit<Setting, "maxSize">): WallLine[] {
  const open = { x: 0, y: 0, width, height: 99999 };
  const wide = { ...setting, caps: true, maxSize: 9999 };
  let best: WallLine[] = [];
  let least = Infinity;
  for (let count = 1; count <= 8; count++) {
    const { lines } = setText(text, open, { ...wide, maxLines: count });
    const wall = lines.map((line) => ({
      text: line,
      height: setText(line, open, { ...wide, maxLines: 1 }).ink.height,
    }));
    const total = wall.reduce((sum, line) => sum + line.height + gap, -gap);
    const misfit = (total > height ? (total - height) * 1.6 : height - total) + 260 * countHanging(lines);
    if (misfit < least) [best, least] = [wall, misfit];
  }
  return best;
}
