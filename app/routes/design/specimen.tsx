import type { ReactNode } from "react";

/** Section of the style guide: explanation in the margin, components next to it. */
export function Chapter({
  id,
  title,
  words,
  children,
}: {
  id: string;
  title: string;
  words: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="design-chapter">
      <div>
        <h2 id={`${id}-title`} className="text-h2">
          {title}
        </h2>
        <p className="mt-2 text-quiet">{words}</p>
      </div>
      <div className="design-pieces">{children}</div>
    </section>
  );
}

/** A component in one state, with the name of the state. */
export function Specimen({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <figure className={isWide ? "design-specimen design-specimen-wide" : "design-specimen"}>
      <div className="min-w-0">{children}</div>
      <figcaption className="text-small text-quiet">{name}</figcaption>
    </figure>
  );
}
