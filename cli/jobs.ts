import { backupPurpose } from "#server/backup/nightly.ts";
import { listJobs, type JobStatus } from "#server/jobs/job-runs.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { purgeJob, purgePurpose } from "#server/cdn/cdn-purge.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable } from "./command.ts";

const never = "never";
/** Jobs that a shop may do without, with their purpose. If disabled they do not run, so they never count as late. */
const optionalJobs: Record<string, string> = { backup: backupPurpose, [purgeJob]: purgePurpose };

export const jobsStatus = command({
  name: "jobs",
  positionals: "",
  description: "Shows the background jobs: the last success and failure, and the next run of each.",
  options: {},
  async run({ services }) {
    const ran = await listJobs(services.db, [...Object.keys(jobs), ...Object.keys(optionalJobs)]);
    const all: { name: string; purpose: string; status: JobStatus | null }[] = Object.entries(jobs).map(
      ([name, { purpose }]) => ({ name, purpose, status: ran.find((status) => status.name === name) ?? null }),
    );
    for (const status of ran) {
      const purpose = optionalJobs[status.name];
      if (purpose) all.push({ name: status.name, purpose, status });
    }
    const rows = all.map(({ name, purpose, status }) => [
      name,
      purpose,
      status?.succeededAt ? shortMoment(status.succeededAt) : never,
      status?.failedAt ? shortMoment(status.failedAt) : never,
      status ? `${status.failuresInARow} / ${status.failures}` : "0 / 0",
      status ? shortMoment(status.nextRunAt) : "when the shop opens",
    ]);
    const failing = ran.filter(({ failuresInARow }) => failuresInARow > 0);
    const others = ran.filter(({ name }) => !(name in optionalJobs));
    const late = others.filter(({ isLate }) => isLate);
    return {
      data: all.map(({ name, purpose, status }) => ({ ...status, name, purpose })),
      lines: [
        ...formatTable(["Job", "What it does", "Last success", "Last failure", "In a row / all", "Next run"], rows),
        "",
        ...describeStates(failing, late, others.length),
      ],
      isWell: failing.length === 0 && late.length === 0,
    };
  },
});

function describeStates(failing: JobStatus[], late: JobStatus[], ran: number): string[] {
  if (ran === 0) return ["No job has run yet: they begin when the shop opens."];
  const lines = failing.map(
    ({ name, failuresInARow, lastError }) =>
      `${name} is failing (${formatCount(failuresInARow, "time")} in a row): ${lastError.split("\n")[0]}`,
  );
  if (late.length === ran)
    lines.push("No job has run for five minutes: the shop is closed, or it cannot reach its database.");
  else if (late.length > 0)
    lines.push(`Late by more than five minutes: ${late.map(({ name }) => name).join(", ")}. Restart the shop.`);
  return lines.length > 0 ? lines : ["All jobs succeed."];
}
