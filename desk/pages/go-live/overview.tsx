import { summarizeState, type ServiceSection } from "./service-state.ts";
import { marks } from "./self-check.tsx";

/** The parts of the page with their states, each a link to its part. */
export function Overview({ sections, isPublic }: { sections: ServiceSection[]; isPublic: boolean }) {
  const parts = [
    {
      id: "address",
      title: "Public address",
      state: isPublic
        ? { words: "On the internet", tone: "well" as const }
        : { words: "This machine only", tone: "look" as const },
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
