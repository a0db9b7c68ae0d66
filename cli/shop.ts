import { constants, setPriority } from "node:os";

import { runCommand } from "./run-command.ts";

/** Commands that may run for minutes. They get a lower priority than the running shop. */
const longCommands = new Set(["import", "stock", "export", "catalogue", "covers"]);

try {
  if (longCommands.has(process.argv[2] ?? "")) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Progress is shown only on a terminal: scheduled runs print nothing unless they fail.
  let isReplacing = false;
  const progress = (line: string, isReplaced = false) => {
    if (!process.stderr.isTTY) return;
    process.stderr.write(
      `${isReplacing && isReplaced ? "\r\x1b[2K" : isReplacing ? "\n" : ""}${line}${isReplaced ? "" : "\n"}`,
    );
    isReplacing = isReplaced;
  };
  const { exitCode, out, error } = await runCommand(process.argv.slice(2), process.env, progress);
  if (isReplacing) process.stderr.write("\n");
  if (out) console.log(out);
  if (error) console.error(error);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
