import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { defaultLook, type Look } from "#shop/kernel/look/look.ts";
import { lookGroup as group } from "#shop/office/settings/look-fields.ts";

interface EarlierLooksProps {
  /** Published looks, the newest first, with their entries in the audit log. */
  earlier: { number: number; at: string; who: string; look: Look }[];
  published: Look;
}

/** The looks that the shop had. Each fills the form, so that it can be seen first and published again. */
export function EarlierLooks({ earlier, published }: EarlierLooksProps) {
  const isPublished = (look: Look) => JSON.stringify(valuesOf(look)) === JSON.stringify(valuesOf(published));
  const others = earlier.filter(({ look }) => !isPublished(look));
  const isDelivered = isPublished(defaultLook);
  if (others.length === 0 && isDelivered) return null;
  return (
    <section aria-labelledby="earlier" className="border-t border-line pt-6">
      <h2 id="earlier" className="text-title">
        Earlier looks
      </h2>
      <ul className="mt-2 max-w-measure border-t border-line">
        {others.map(({ number, at, who, look }) => (
          <Earlier key={number} look={look} words={`Published on ${shortMoment(at)} by ${who}`} />
        ))}
        {!isDelivered && <Earlier look={defaultLook} words="As delivered" />}
      </ul>
    </section>
  );
}

function Earlier({ look, words }: { look: Look; words: string }) {
  const { colour, accent, face, pattern } = look;
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-1.5">
      <svg viewBox="0 0 2 1" aria-hidden="true" className="h-6 w-12 flex-none">
        <rect width="1" height="1" fill={colour} />
        <rect x="1" width="1" height="1" fill={accent} />
      </svg>
      <span className="min-w-0 flex-1">
        {nameOf("LOOK_FACE", face)}, {nameOf("LOOK_PATTERN", pattern)}
        <span className="block text-small text-quiet">{words}</span>
      </span>
      <Link to={deskHref("/look", valuesOf(look))} className="link inline-flex min-h-11 items-center">
        Show it
        <span className="sr-only">: {words}</span>
      </Link>
    </li>
  );
}

function valuesOf({ colour, accent, face, pattern, density, logo, isNameInLogo, icon }: Look): Record<string, string> {
  return {
    LOOK_COLOUR: colour,
    LOOK_ACCENT: accent,
    LOOK_FACE: face,
    LOOK_PATTERN: pattern,
    LOOK_DENSITY: density,
    LOOK_LOGO: logo ?? "",
    LOOK_LOGO_ALONE: isNameInLogo ? "yes" : "no",
    LOOK_ICON: icon ?? "",
  };
}

function nameOf(setting: string, value: string): string {
  const options = group.fields.find(({ name }) => name === setting)?.options ?? [];
  return options.find(([one]) => one === value)?.[1] ?? value;
}
