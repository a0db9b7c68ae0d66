import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { FramedHome } from "./preview/framed-home.tsx";
import type { StorefrontListEntry } from "./windows.tsx";

interface ShownWindowProps {
  published: StorefrontListEntry[];
  /** Whether home shows the window that was published last, unchanged. */
  isNewestShown: boolean;
  /** The address at which the desk may show home in a frame. */
  homeUrl: string;
  /** Sentences about chosen content that readers do not see. */
  givesWay: string[];
  maySeeOffers: boolean;
}

/** What home shows now: the name of its window, since when, a small picture, and what readers do not see of it. */
export function ShownWindow({ published: [newest], isNewestShown, homeUrl, givesWay, maySeeOffers }: ShownWindowProps) {
  return (
    <section aria-labelledby="shown" className="desk-card grid gap-x-6 gap-y-4 p-4 md:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="framed-small overflow-hidden outline outline-line">
        <FramedHome title="Home page now" url={homeUrl} width="wide" />
      </div>
      <div>
        <h2 id="shown" className="text-small text-quiet">
          On the home page now
        </h2>
        {newest ? (
          <>
            <p className="text-title font-semibold break-words" lang={detectLanguage(newest.name)}>
              {newest.name}
            </p>
            <p>
              {isNewestShown ? "Since" : "Changed since it was published on"} {newest.published}, by {newest.changedBy}
            </p>
          </>
        ) : (
          <p className="text-title font-semibold">As it was set up</p>
        )}
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          {/* Without `from`, a draft begins with what home shows now. */}
          <ButtonLink
            variant="outline"
            to={deskHref("/window/draft", { from: newest && isNewestShown ? newest.id : undefined })}
          >
            Edit
          </ButtonLink>
          <span className="text-quiet">As a copy, which readers see once you publish it.</span>
        </p>
        {givesWay.length > 0 && (
          <ul className="mt-3 list-disc pl-5">
            {givesWay.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {givesWay.length > 0 && maySeeOffers && (
          <p className="mt-2">
            You create and stop codes under{" "}
            <Link className="link" to={deskHref("/offers")}>
              Offers
            </Link>
            .
          </p>
        )}
      </div>
    </section>
  );
}
