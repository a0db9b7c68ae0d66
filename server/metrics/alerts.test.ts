import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { jobs } from "#server/jobs/jobs.ts";
import { metrics } from "./metrics.ts";

const deploy = join(import.meta.dirname, "..", "..", "deploy");
const alerts = readFileSync(join(deploy, "alerts.yml"), "utf8");
const dashboard = JSON.parse(readFileSync(join(deploy, "grafana-dashboard.json"), "utf8")) as {
  panels: { id: number; title: string; description: string; targets: { expr: string }[] }[];
};

/** Numbers that an expression reads, without the parts of histograms. */
function namesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:endpaper|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_seconds_(bucket|sum|count)$/, "_seconds"),
  );
}

const rules = alerts.split(/^ +- alert: /m).slice(1);

test("alerts read only numbers that the shop tells", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    const expression = rule.slice(rule.indexOf("expr:"), rule.indexOf("for:"));
    for (const name of namesIn(expression)) expect(metrics, rule).toHaveProperty(name);
    expect(expression, rule).toMatch(/\bup\{|endpaper_|process_/);
  }
});

test("the dashboard reads only numbers that the shop tells, and each panel says what it shows", () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const { title, description, targets } of dashboard.panels) {
    expect(description, title).not.toBe("");
    for (const { expr } of targets)
      for (const name of namesIn(expr)) expect(metrics, `${title}: ${expr}`).toHaveProperty(name);
  }
});

test("a job that an alert or a panel names is there", () => {
  for (const [, job] of (alerts + JSON.stringify(dashboard)).matchAll(/job=\\?"([\w-]+)\\?"/g))
    expect(["endpaper", "backup", ...Object.keys(jobs)]).toContain(job);
});

test("each alert says what happened, what to do about it, and how much it hurries", () => {
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (now|day) /);
    expect(rule).toMatch(/summary: [A-Z].+\.$/m);
    const [, advice = ""] = rule.split("description:");
    expect(advice, rule).toMatch(/npm run shop -- |desk|log|dashboard|pg_|docs\/|Restart|DATA_DIR/);
  }
});
