import { expect, test } from "vitest";

import { purgeJob } from "#server/cdn/cdn-purge.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { alerts, dashboard, expressionOf, namesIn, rules } from "#tests/support/shop/metric-names.ts";
import { metrics } from "./metrics.ts";

test("alerts read only numbers that the shop tells", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    const expression = expressionOf(rule);
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
  const named = [...(alerts + JSON.stringify(dashboard)).matchAll(/\b(job|task)=\\?"([\w-]+)\\?"/g)];
  expect(named.map(([, label]) => label)).toContain("task");
  for (const [, label, name] of named)
    expect(label === "job" ? ["endpaper"] : ["backup", purgeJob, ...Object.keys(jobs)]).toContain(name);
});

test("each alert says what happened, what to do about it, and how much it hurries", () => {
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (now|day) /);
    expect(rule).toMatch(/summary: [A-Z].+\.$/m);
    const [, advice = ""] = rule.split("description:");
    expect(advice, rule).toMatch(/npm run shop -- |desk|log|dashboard|pg_|docs\/|Restart|DATA_DIR/);
  }
});
