import { useEffect, useState } from "react";

import type { ContentPage } from "#app/content/content-page.ts";
import { useFormInput } from "#desk/components/forms/use-form-input.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { PreviewedPage } from "./preview.route.ts";

/** The pause after a change before the page is drawn again, in milliseconds. */
const pause = 500;

/** What the preview shows: the last page that could be shown, and why the page as it is now cannot. */
interface LivePreview {
  preview: ContentPage | null;
  fault: string | null;
}

const nothing: LivePreview = { preview: null, fault: null };

/**
 * Draws the page again after each change in the form with this id. `version` names what the form was filled with: a
 * preview of other contents is dropped.
 *
 * It does not use a fetcher of the router, for two reasons. A fetcher reloads the page's data after each preview, and if
 * another person has saved the page, this replaces the form and what was typed. And a preview that gets no answer would
 * replace a save that waits to be sent again (`unanswered-form.ts`).
 */
export function useLivePreview(formId: string, version: string): LivePreview {
  const [changed, setChanged] = useState({ count: 0, version });
  const [drawn, setDrawn] = useState({ ...nothing, version });
  useFormInput(formId, () => setChanged(({ count }) => ({ count: count + 1, version })));
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement) || changed.count === 0 || changed.version !== version) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void askPreview(form, stop.signal).then((answer) => {
        if (!answer) return;
        const shown = { fault: null, ...answer, version };
        setDrawn((last) => ({ preview: last.version === version ? last.preview : null, ...shown }));
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [formId, changed, version]);
  return drawn.version === version ? drawn : nothing;
}

/** Null if the desk does not answer, or the form changed meanwhile. */
async function askPreview(form: HTMLFormElement, signal: AbortSignal): Promise<PreviewedPage | null> {
  const texts = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  const body = new URLSearchParams(texts);
  body.set("intent", "pages.preview");
  try {
    const answer = await fetch(deskHref("/pages/preview"), { method: "POST", body, signal });
    return answer.ok ? ((await answer.json()) as PreviewedPage) : null;
  } catch {
    return null;
  }
}
