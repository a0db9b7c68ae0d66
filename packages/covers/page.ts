import type { Box } from "./type/set-text.ts";

/** The size of every drawn cover in pixels; the ratio is 2:3. */
export const pageWidth = 800;
export const pageHeight = 1200;

/** The outer margin in pixels, 9 % of the width. */
export const margin = 72;

/** The part of the page between the margins, from `top` to `bottom`. */
export function measure(top: number, bottom: number, inset = margin): Box {
  return { x: inset, y: top, width: pageWidth - 2 * inset, height: bottom - top };
}

/** Formats a number for SVG with at most one decimal. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function rect(box: Box, attributes: string): string {
  return `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" ${attributes}/>`;
}

export function circle(x: number, y: number, radius: number, attributes: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${attributes}/>`;
}

export function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

/** The whole page in one colour. */
export function ground(fill: string): string {
  return `<rect width="${pageWidth}" height="${pageHeight}" fill="${fill}"/>`;
}

/** Places a complete SVG into another drawing. */
export function placeDrawing(svg: string, { x, y, width, height }: Box): string {
  return svg.replace(
    /^<svg[^>]* width="(\d+)" height="(\d+)"[^>]*>/,
    (_, wide: string, high: string) =>
      `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${wide} ${high}">`,
  );
}
