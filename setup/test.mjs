// `npm test` and `npm run test:all`. The last line of the output contains the numbers of passed and failed tests.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

const begun = performance.timeOrigin;
const seconds = { install: timed(install), build: timed(build) };
process.env.TEST_PREPARATION = JSON.stringify({ begun, seconds });
await runOnPinnedNode("setup/tests/run-tests.ts");

function timed(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
