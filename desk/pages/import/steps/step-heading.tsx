import type { ReactNode } from "react";

/** The heading of one of the three steps of an import, with its number. */
export function StepHeading({ id, number, children }: { id: string; number: number; children: ReactNode }) {
  return (
    <h2 id={id} className="flex items-center gap-3 text-title">
      <span
        aria-hidden="true"
        className="grid size-8 flex-none place-content-center rounded-full bg-action text-body font-semibold text-on-action tabular-nums"
      >
        {number}
      </span>
      {children}
    </h2>
  );
}
