import { readFileSync } from "node:fs";
import { join } from "node:path";

const deploy = join(import.meta.dirname, "..", "..", "..", "deploy");

/** The text of the alerts file. */
export const alerts = readFileSync(join(deploy, "alerts.yml"), "utf8");
/** The parts of the dashboard that tests read. */
export const dashboard = JSON.parse(readFileSync(join(deploy, "grafana-dashboard.json"), "utf8")) as {
  panels: { id: number; title: string; description: string; targets: { expr: string; legendFormat: string }[] }[];
};

/** The text of each alert. */
export const rules = alerts.split(/^ +- alert: /m).slice(1);

/** The expression of an alert. */
export const expressionOf = (rule: string) => rule.slice(rule.indexOf("expr:"), rule.indexOf("for:"));

const withoutPart = (name: string) => name.replace(/_seconds_(bucket|sum|count)$/, "_seconds");

/** The metrics in an expression, with the parts of histograms merged. */
export function namesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:endpaper|process|nodejs)_\w+/g)].map(([name]) => withoutPart(name));
}

/** The label names by metric, in a text in Prometheus format. */
export function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = found.get(withoutPart(name)) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) names.add(label);
    found.set(withoutPart(name), names);
  }
  return found;
}

/** Labels that Prometheus sets itself: it would rename the shop's own to `exported_…`. */
export const prometheusLabels = ["job", "instance"];

/**
 * The labels in an expression, and in the legend of its results (`shown`), that its metrics do not have. `job` is the
 * same in all metrics of a scrape, so it distinguishes nothing.
 */
export function findUnknownLabels(expression: string, shown: string[], labelsOf: Map<string, Set<string>>): string[] {
  const own = namesIn(expression).flatMap((name) => [...(labelsOf.get(name) ?? [])]);
  const has = new Set(["instance", ...own]);
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/, */));
  const chosen = [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = "", list = ""]) => {
    const ofNumber = [...prometheusLabels, ...(labelsOf.get(withoutPart(name)) ?? [])];
    return [...list.matchAll(/(\w+)(?:=|!)/g)]
      .map(([, label = ""]) => label)
      .filter((label) => !ofNumber.includes(label));
  });
  const left = /\b(?:sum|max|min|count|avg)\b/.test(expression) ? new Set(grouped) : has;
  return [...chosen, ...grouped.filter((label) => !has.has(label)), ...shown.filter((label) => !left.has(label))];
}
