// `node setup/bundle/build-sum.mjs`: builds if sources have changed, and prints the SHA-256 of the build, for
// comparison. With `--again` it builds twice, and exits with code 1 if the two builds differ.
import { invalidateBuild, hashBuild } from "./build-stamp.mjs";
import { build, install, root } from "#setup/prepare.mjs";

install();
build();
const sum = hashBuild(root);
console.log(sum);
if (process.argv.includes("--again")) {
  invalidateBuild(root);
  build();
  const second = hashBuild(root);
  console.log(second);
  process.exitCode = second === sum ? 0 : 1;
}
