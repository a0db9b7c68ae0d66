/** Home next to the form of a window: as it would be with what the form has now, saved or not. */
import { useEffect, useRef, useState } from "react";

import { Choices } from "#desk/components/forms/choices.tsx";
import { useFormInput } from "#desk/components/forms/use-form-input.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { HomeSection } from "#shop/office/storefront/sections.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { FramedHome } from "./framed-home.tsx";
import type { PreviewedForm } from "./look.route.ts";

interface HomePreviewProps {
  /** The id of the form. */
  form: string;
  /** The address of home with the saved window. */
  url: string;
  /** ISO time for which the window is planned; null if it is not. */
  due: string | null;
}

const widths = { phone: "Phone", wide: "Wide" } as const;
const looks = { device: "This device", light: "Light", dark: "Dark" } as const;

/** The pause after a change before home is drawn again, in milliseconds. */
const pause = 400;

/** The heading of each section on home, to which the preview scrolls when the section was changed. */
const headings: Record<HomeSection, string> = {
  code: "promo-title",
  featured: "featured-title",
  categories: "categories-title",
  new: "new-title",
  "best-sellers": "best-title",
  recommended: "recommended-title",
  bundles: "bundles-title",
  authors: "authors-title",
  chart: "chart-title",
  testimonials: "readers-title",
  lists: "lists-title",
};

export function HomePreview({ form, url, due }: HomePreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>("phone");
  const [look, setLook] = useState<keyof typeof looks>("device");
  const { frames, problem, show } = useDrawnHome(form, url, due, look);
  return (
    <section aria-labelledby="preview" className="home-preview">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="preview" className="mr-auto text-title">
          Home with this window
        </h2>
        <a
          className="link needs-script inline-flex min-h-11 items-center"
          href={frames.at(-1)}
          target="_blank"
          rel="noreferrer"
        >
          Open in a new tab
        </a>
      </div>
      <div className="needs-script flex flex-wrap gap-x-6">
        <Choices
          label="Width"
          choices={typedKeys(widths).map((value) => ({
            words: widths[value],
            isChosen: value === width,
            onChoose: () => setWidth(value),
          }))}
        />
        <Choices
          label="Light or dark"
          choices={typedKeys(looks).map((value) => ({
            words: looks[value],
            isChosen: value === look,
            onChoose: () => setLook(value),
          }))}
        />
      </div>
      <p role="status" className="text-small font-semibold text-vermilion">
        {problem}
      </p>
      <div className="framed-home relative overflow-hidden outline outline-line">
        {frames.map((frame, place) => (
          <FramedHome
            key={frame}
            title="Home with this window"
            url={frame}
            width={width}
            // The next one is loaded behind the one that is shown, so that the frame does not flash.
            className={place === 0 ? "" : "invisible absolute inset-0"}
            onLoad={() => show(frame)}
          />
        ))}
      </div>
    </section>
  );
}

/** The frame that is shown and, while it loads, the next one, drawn from the fields of the form after each change. */
function useDrawnHome(formId: string, url: string, due: string | null, look: keyof typeof looks) {
  const [frames, setFrames] = useState([url]);
  const [problem, setProblem] = useState("");
  const [changed, setChanged] = useState({ count: 0, field: "" });
  const drawn = useRef<string | null>(null);
  useFormInput(formId, (field) => setChanged(({ count }) => ({ count: count + 1, field })));

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        const query = queryOf(form, { due: due ?? "", look });
        // The first frame shows what the form had when the page was loaded.
        if (drawn.current === null && changed.count === 0) drawn.current = query;
        if (query === drawn.current) return;
        void askPreview(query, stop.signal).then((answer) => {
          if (!answer) return;
          drawn.current = query;
          setProblem("problem" in answer ? answer.problem : "");
          if ("url" in answer) setFrames(([shown = url]) => [shown, answer.url + placeOf(changed.field)]);
        });
      },
      drawn.current === null ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [formId, due, look, changed, url]);

  const show = (frame: string) => setFrames((before) => before.slice(before.indexOf(frame)));
  return { frames, problem, show };
}

/** The fields of the form that have a value, as a query. */
function queryOf(form: HTMLFormElement, more: Record<string, string>): string {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value !== "" && !/^(?:was|once|intent|name|window)$/.test(name) ? [[name, value]] : [],
  );
  return new URLSearchParams([...fields, ...Object.entries(more)]).toString();
}

async function askPreview(query: string, signal: AbortSignal): Promise<PreviewedForm | null> {
  try {
    const answer = await fetch(`${deskHref("/window/look")}?${query}`, { signal, redirect: "manual" });
    return answer.ok ? ((await answer.json()) as PreviewedForm) : null;
  } catch {
    return null;
  }
}

/** The place on home that a field such as `shown-chart`, `code-SUMMER20` or `list-0` changes; empty for the top. */
function placeOf(field: string): string {
  const [part = "", ...rest] = field.split("-");
  const section = { shown: rest.join("-"), list: "lists", testimonial: "testimonials", featured: "" }[part] ?? part;
  const heading = Object.entries(headings).find(([name]) => name === section);
  return heading ? `#${heading[1]}` : "";
}
