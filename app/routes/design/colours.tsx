import type { ColourPair, Colours } from "./colour-tokens.ts";
import type { Oklch } from "#shop/kernel/look/contrast.ts";

import { Chapter, Specimen } from "./specimen.tsx";

/** Pair of colours with its contrast ratio in both schemes. */
interface MeasuredPair extends ColourPair {
  light: number;
  dark: number;
}

interface ColoursChapterProps {
  light: Colours;
  dark: Colours;
  pairs: MeasuredPair[];
}

/** All colour roles in both schemes, and the contrast of each text pair. */
export function ColoursChapter({ light, dark, pairs }: ColoursChapterProps) {
  return (
    <Chapter
      id="colours"
      title="Colours"
      words="Named by role. The left half is the light scheme, the right half the dark one."
    >
      {Object.entries(light).map(([role, colour]) => (
        <Specimen key={role} name={role}>
          <svg viewBox="0 0 2 1" preserveAspectRatio="none" aria-hidden="true" className="design-swatch">
            <rect width="1" height="1" fill={written(colour)} />
            <rect x="1" width="1" height="1" fill={written(dark[role]!)} />
          </svg>
        </Specimen>
      ))}
      <div className="design-table">
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">At least</th>
              <th scope="col">Light</th>
              <th scope="col">Dark</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ what, on, least, light, dark }) => (
              <tr key={`${what} ${on}`}>
                <th scope="row" className="font-normal">
                  {what} on {on}
                </th>
                <td>{least}:1</td>
                <td>{light.toFixed(1)}:1</td>
                <td>{dark.toFixed(1)}:1</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Chapter>
  );
}

function written({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${lightness} ${chroma} ${hue})`;
}
