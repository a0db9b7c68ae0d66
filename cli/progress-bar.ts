const barLength = 24;
const everyMs = 500;

/** A progress bar with the count, the rate per second, and the remaining time. */
export function createProgressBar(progress: (line: string, isReplaced: boolean) => void, now: () => number = Date.now) {
  const begun = now();
  let shownAt = -Infinity;
  return {
    /**
     * Shows the progress. `part` is from 0 to 1. `count` is the number of processed items, and `what` is this number as
     * text. `isThrottled`: the job runs slowly, because visitors are being served.
     */
    show(part: number, what: string, count: number, isThrottled = false) {
      const time = now();
      if (time - shownAt < everyMs) return;
      shownAt = time;
      const seconds = Math.max((time - begun) / 1000, 0.001);
      const done = Math.min(Math.max(part, 0), 1);
      const bar = "=".repeat(Math.round(done * barLength)).padEnd(barLength, " ");
      const left = done > 0.005 ? `, ${describeSeconds((seconds * (1 - done)) / done)} left` : "";
      const rate = Math.round(count / seconds).toLocaleString("en-IN");
      const why = isThrottled ? " (slowly, because readers are being served)" : "";
      progress(`[${bar}] ${Math.floor(done * 100)} %  ${what}, ${rate} a second${left}${why}`, true);
    },
  };
}

function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min`;
}
