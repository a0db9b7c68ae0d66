import { readFileSync } from "node:fs";
import { join } from "node:path";

const deploy = join(import.meta.dirname, "..", "..", "..", "deploy");

/** The file of the alerts. */
export const alerts = readFileSync(join(deploy, "alerts.yml"), "utf8");
/** The dashboard, as far as tests read it. */
export const dashboard = JSON.parse(readFileSync(join(deploy, "grafana-dashboard.json"), "utf8")) as {
  panels: { id: number; title: string; description: string; targets: { expr: string; legendFormat: string }[] }[];
};

/** The alerts one by one, as they are written. */
export const rules = alerts.split(/^ +- alert: /m).slice(1);

/** The expression of an alert. */
export const expressionOf = (rule: string) => rule.slice(rule.indexOf("expr:"), rule.indexOf("for:"));

const withoutPart = (name: string) => name.replace(/_seconds_(bucket|sum|count)$/, "_seconds");

/** Numbers that an expression reads, without the parts of histograms. */
export function namesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:endpaper|process|nodejs)_\w+/g)].map(([name]) => withoutPart(name));
}

/** Names of labels by number, of a text that the shop tells. */
export function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = found.get(withoutPart(name)) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) names.add(label);
    found.set(withoutPart(name), names);
  }
  return found;
}

/** Labels that Prometheus sets itself: the shop's own of that name would become `exported_…`. */
export const prometheusLabels = ["job", "instance"];

/**
 * What an expression names of labels, and what is shown of its results, that the numbers do not have. All numbers of a scrape
 * have the same `job`, so nothing is told apart by it.
 */
export function labelsAmiss(expression: string, shown: string[], labelsOf: Map<string, Set<string>>): string[] {
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
