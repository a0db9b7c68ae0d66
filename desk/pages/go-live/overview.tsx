import type { Reach } from "#desk/http/find-reach.server.ts";
import { summarizeState, type ServiceSection } from "./service-state.ts";
import { marks } from "./self-check.tsx";

const reachStates = {
  machine: { words: "This machine only", tone: "look" },
  network: { words: "Your own network only", tone: "look" },
  internet: { words: "On the internet", tone: "well" },
} as const;

/** The parts of the page with their states, each a link to its part. */
export function Overview({ sections, reach }: { sections: ServiceSection[]; reach: Reach }) {
  const parts = [
    {
      id: "address",
      title: "Public address",
      state: reachStates[reach],
    },
    ...sections.map((section) => ({ id: section.kind, title: section.title, state: summarizeState(section) })),
  ];
  return (
    <ul aria-label="Parts of this page" className="desk-card mt-4 max-w-measure divide-y divide-line">
      {parts.map(({ id, title, state }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 px-4">
          <a className="link inline-flex min-h-11 items-center" href={`#${id}`}>
            {title}
          </a>
          <span className={`font-semibold ${marks[state.tone].className}`}>{state.words}</span>
        </li>
      ))}
    </ul>
  );
}
