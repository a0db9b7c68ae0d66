import type { ReactNode } from "react";
import { Link } from "react-router";

import { ArrowRightIcon } from "#ui/icons.tsx";

import { detectLanguage } from "#app/display/detect-language.ts";

interface SectionHeadingProps {
  title: ReactNode;
  /** Id of the heading, for `aria-labelledby` of the section. */
  id?: string;
  /** One sentence under the title. */
  words?: ReactNode;
  more?: { label: string; to: string; className?: string };
  className?: string;
}

/** Title of a section, with an optional link to more on the right. */
export function SectionHeading({ title, id, words, more, className = "mb-4 sm:mb-8" }: SectionHeadingProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1 sm:items-end sm:gap-x-8 ${className}`}
    >
      <div className={words ? "max-sm:contents sm:min-w-0 sm:flex-1" : ""}>
        <h2 id={id} className="max-sm:text-h3 sm:text-h2">
          {title}
        </h2>
        {words && <p className="text-quiet max-sm:order-last max-sm:w-full sm:mt-2 sm:text-lead">{words}</p>}
      </div>
      {more && <MoreLink {...more} className={`max-sm:-mb-2.5 ${more.className ?? ""}`} />}
    </div>
  );
}

/** Link with an arrow. */
export function MoreLink({ label, to, className = "" }: { label: string; to: string; className?: string }) {
  return (
    <Link
      to={to}
      className={`group/more inline-flex min-h-11 items-center gap-2 font-semibold text-action hover:text-action-strong ${className}`}
    >
      <span
        lang={detectLanguage(label)}
        className="underline decoration-1 underline-offset-4 group-hover/more:decoration-2"
      >
        {label}
      </span>
      <ArrowRightIcon className="size-5" />
    </Link>
  );
}
