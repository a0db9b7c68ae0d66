import type { Box } from "#covers/type/set-text.ts";

/** The bounding boxes of all readable text of a drawing, from its outlines. */
export function readTextBoxes(svg: string): Box[] {
  return [...svg.matchAll(/<path class="t"[^>]* d="([^"]*)"/g)].map(([, d]) => boundsOf(d!));
}

function boundsOf(d: string): Box {
  let [x, y] = [0, 0];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, command, rest] of d.matchAll(/([MlqcLz])([^MlqcLz]*)/g)) {
    const numbers = [...rest!.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    const [fromX, fromY] = command === "M" ? [0, 0] : [x, y];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      x = fromX + numbers[i]!;
      y = fromY + numbers[i + 1]!;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
