import towns from "./towns.json" with { type: "json" };

let runs: [pin: string, town: string][] | null = null;

/**
 * The town or city of a PIN code, as a suggestion; null if the list has none. The list is a text of runs: each PIN code
 * begins a run of codes with the same town, up to the next one or to another sorting district (first three digits).
 */
export function findTown(pin: string): string | null {
  runs ??= towns.runs.split(";").map((run) => [run.slice(0, 6), run.slice(7)]);
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle]?.[0] ?? "") <= pin) from = middle + 1;
    else to = middle;
  }
  const [start, town] = runs[from - 1] ?? ["", ""];
  return start.slice(0, 3) === pin.slice(0, 3) && town !== "" ? town : null;
}
