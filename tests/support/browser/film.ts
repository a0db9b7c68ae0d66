import { writeFileSync } from "node:fs";

import { barsOf, modules } from "#shop/office/print/ean13.ts";

const size = { width: 640, height: 480 };
const module = 4;
const framesPerSecond = 10;

/** Writes a Y4M film for a browser's fake camera: shows each bar code for `seconds`, in a loop. */
export function writeFilm(file: string, shown: { code: string; seconds: number }[]): void {
  const frames = shown.flatMap(({ code, seconds }) => Array<Buffer>(seconds * framesPerSecond).fill(frameOf(code)));
  const head = `YUV4MPEG2 W${size.width} H${size.height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(file, Buffer.concat([Buffer.from(head), ...frames]));
}

/** A frame: bars in the middle of a white page. */
function frameOf(code: string): Buffer {
  const { width, height } = size;
  const light = Buffer.alloc(width * height, 235);
  const left = (width - modules * module) / 2;
  for (const bar of barsOf(code))
    for (let y = height / 4; y < (height * 3) / 4; y += 1) {
      const from = y * width + left + bar.start * module;
      light.fill(16, from, from + bar.width * module);
    }
  const noColour = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([Buffer.from("FRAME\n"), light, noColour]);
}
