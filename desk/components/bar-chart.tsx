interface Bar {
  label: string;
  /** A number in any unit; it may be negative. */
  value: number;
  /** The value as formatted text. */
  words: string;
}

interface BarChartProps {
  /**
   * Text alternative in one sentence; a screen reader announces nothing else. The table next to the chart has the
   * figures.
   */
  title: string;
  bars: Bar[];
  heading: string;
  /** The texts below the first and the last bar. */
  ends: [string, string];
}

const width = 720;
const height = 180;
const gap = 0.2;

/** A bar chart as SVG, drawn on the server. The tooltip of each bar shows its value. */
export function BarChart({ title, heading, bars, ends }: BarChartProps) {
  const top = Math.max(0, ...bars.map(({ value }) => value));
  const bottom = Math.min(0, ...bars.map(({ value }) => value));
  const scale = height / (top - bottom || 1);
  const zero = top * scale;
  const step = width / Math.max(1, bars.length);
  const highest = bars.find(({ value }) => value === top);
  return (
    <figure className="mt-4">
      <p className="flex flex-wrap justify-between gap-x-4 pb-1">
        <span className="font-semibold">{heading}</span>
        {highest && highest.value > 0 && (
          <span className="text-small text-quiet">
            Highest: {highest.words}, {highest.label}
          </span>
        )}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={title}
        className="h-auto w-full"
        preserveAspectRatio="none"
      >
        {bars.map(({ label, value, words }, place) => {
          const size = Math.max(value === 0 ? 0 : 1, Math.abs(value) * scale);
          return (
            <rect
              key={label}
              x={rounded(place * step + (step * gap) / 2)}
              y={rounded(value < 0 ? zero : zero - size)}
              width={rounded(step * (1 - gap))}
              height={rounded(size)}
              className={value < 0 ? "fill-vermilion" : "fill-action"}
            >
              <title>{`${label}: ${words}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={width} y1={rounded(zero)} y2={rounded(zero)} className="stroke-edge" strokeWidth={1} />
      </svg>
      <figcaption className="mt-1 flex justify-between gap-x-4 text-small text-quiet">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
