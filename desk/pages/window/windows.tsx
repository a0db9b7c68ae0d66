/**
 * The lists of drafts and published versions of the home page ("windows"), with links to edit and buttons to publish
 * again.
 */

import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ListedStorefront } from "#shop/office/storefront/storefront-drafts.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";

/** A window with its times as text, in India's time. */
export type StorefrontListEntry = ListedStorefront & { due: string | null; published: string | null; changed: string };

interface StorefrontsProps {
  drafts: StorefrontListEntry[];
  published: StorefrontListEntry[];
  /** Whether home shows the window that was published last, unchanged. */
  isNewestShown: boolean;
}

export function Windows({ drafts, published, isNewestShown }: StorefrontsProps) {
  return (
    <section aria-labelledby="windows">
      <h2 id="windows" className="text-title">
        Versions of the home page
      </h2>
      <p className="mt-1 max-w-measure text-quiet">
        A window is one version of the home page: its books, sections, code, lists and testimonials. All times are
        Indian time.
      </p>
      {drafts.length === 0 ? (
        <p className="mt-3">There are no drafts.</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {drafts.map(({ id, name, due, changed, changedBy }) => (
            <li key={id} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-2 sm:items-baseline">
              <Link
                lang={detectLanguage(name)}
                className="row-link inline-flex min-h-11 items-center break-words"
                to={deskHref("/window/draft", { window: id })}
              >
                {name}
              </Link>
              <span>
                {due ? `Published on ${due}` : "Not scheduled"}, saved by {changedBy} on {changed}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-6 font-semibold">Published windows</h3>
      {published.length === 0 ? (
        <p className="mt-2">No window has been published yet.</p>
      ) : (
        <ul className="mt-2 border-t border-line">
          {published.map(({ id, name, published: when, changedBy }, place) => (
            <li
              key={id}
              className="grid gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[2fr_2fr_auto] sm:items-center"
            >
              <span className="flex flex-wrap items-center gap-x-3 font-semibold break-words">
                <span lang={detectLanguage(name)}>{name}</span>
                {place === 0 && isNewestShown && <Badge>Shown now</Badge>}
              </span>
              <span>
                {when}, by {changedBy}
              </span>
              <span className="flex flex-wrap items-center gap-x-4">
                <Link className="link inline-flex min-h-11 items-center" to={deskHref("/window/draft", { from: id })}>
                  Copy to a new draft<span className="sr-only">: {name}</span>
                </Link>
                <Form method="post">
                  <input type="hidden" name="window" value={id} />
                  <Button variant="outline" name="intent" value="window.publish-again">
                    Publish it again<span className="sr-only">: {name}</span>
                  </Button>
                </Form>
              </span>
            </li>
          ))}
        </ul>
      )}
      {published.length === 20 && <p className="mt-2 text-small text-quiet">Only the newest twenty are shown.</p>}
    </section>
  );
}
