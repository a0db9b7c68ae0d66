import { requiredItem } from "#shop/kernel/text/required-value.ts";

/**
 * The symbols of Code 128 by value (ISO/IEC 15417): the widths of three bars and three spaces in turn, a bar first. 104
 * begins alphabet B.
 */
const symbols = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232"
).split(" ");
const beginB = 104;
const stop = "2331112";

/** Light modules that must stay free on each side of the bars. */
export const quietZone128 = 10;

/** The bars of a text of printable ASCII in alphabet B, each with its first module and width, and the width of all. */
export function barsOf128(text: string): { bars: { start: number; width: number }[]; modules: number } {
  if (!/^[ -~]+$/.test(text)) throw new RangeError(`${text} has characters that Code 128 B does not have.`);
  const values = Array.from(text, (letter) => letter.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), beginB) % 103;
  const widths = [beginB, ...values, check].map((value) => requiredItem(symbols, value)).join("") + stop;
  let start = 0;
  const bars = Array.from(widths, (digit, place) => {
    const bar = { start, width: Number(digit), isDark: place % 2 === 0 };
    start += bar.width;
    return bar;
  });
  return { bars: bars.filter(({ isDark }) => isDark).map(({ start, width }) => ({ start, width })), modules: start };
}
