import { examineShop } from "#server/doctor/doctor.ts";
import type { Finding } from "#shop/office/back-office/finding.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { BareCommand } from "./command.ts";

export const doctor: BareCommand = {
  name: "doctor",
  positionals: "",
  description: "Shows what is wrong with the shop and what to do about it: machine, records, payments, Google, mail.",
  options: { records: { type: "boolean", description: "also compare all records with each other" } },
  async runBare({ config, options, progress }) {
    const findings = await examineShop(config, (line) => progress(line), options.records === true);
    const amiss = findings.filter(({ state }) => state === "look" || state === "broken");
    return {
      isWell: amiss.length === 0,
      data: findings,
      lines: [
        ...findings.flatMap(describe),
        "",
        amiss.length === 0 ? "All is well." : `${formatCount(amiss.length, "point needs", "points need")} attention.`,
      ],
    };
  },
};

const marks: Record<Finding["state"], string> = { well: "well  ", test: "test  ", look: "look  ", broken: "BROKEN" };

function describe({ about, state, words, advice, operator, command }: Finding): string[] {
  const line = `${marks[state]}  ${about}: ${words}`;
  return [line, ...[advice, operator, command].flatMap((more) => (more === undefined ? [] : [`        ${more}`]))];
}
