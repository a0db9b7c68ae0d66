import { runCommand } from "./run-command.ts";

try {
  // Said only to a person who waits: what a schedule runs stays silent unless it failed.
  const progress = (line: string) => void (process.stderr.isTTY && console.error(line));
  const { exitCode, out, error } = await runCommand(process.argv.slice(2), process.env, progress);
  if (out) console.log(out);
  if (error) console.error(error);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
