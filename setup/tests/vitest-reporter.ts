import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

import type { Reporter, SerializedError, TestModule } from "vitest/node";

import type { TestRun } from "./test-report.ts";

/** Writes the result of a Vitest run, with the time of each file, to the file that `VITEST_RESULTS` names. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.VITEST_RESULTS;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(describeRun(modules, unhandled)));
  }
}

function describeRun(modules: readonly TestModule[], unhandled: readonly SerializedError[]): TestRun {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const stateCount = (state: string) => tests.filter((test) => test.result().state === state).length;
  const suiteErrors = modules.flatMap((module) =>
    [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map((error) => ({
      name: nameOf(module),
      error,
    })),
  );
  const testErrors = tests.flatMap((test) =>
    (test.result().errors ?? []).map((error) => ({ name: `${nameOf(test.module)}: ${test.fullName}`, error })),
  );
  return {
    passed: stateCount("passed"),
    failed: stateCount("failed") + suiteErrors.length + unhandled.length,
    failures: [...testErrors, ...suiteErrors, ...unhandled.map((error) => ({ name: "outside of a test", error }))].map(
      ({ name, error }) => `${name}\n${error.stack ?? error.message}`,
    ),
    files: modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: nameOf(module), seconds: (collectDuration + setupDuration + duration) / 1000 };
    }),
  };
}

function nameOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId);
}
