import { useEffect, useState } from "react";
import { useLocation } from "react-router";

import { useReader } from "#app/client/storage/cached-reader.ts";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** Page of a shop without books: an announcement for readers, and a link to the desk for staff. */
export default function OpeningSoon() {
  return useLocation().pathname === href("/") ? (
    <>
      <section aria-labelledby="hero-title" className="hero">
        <div className="hero-text">
          <h1 id="hero-title" className="text-hero tracking-[-0.03em]">
            Discover Your Next Great Read
          </h1>
          <p className="mt-5 max-w-[30rem] text-lead text-quiet lg:mt-7">
            Very soon. The shelves are up, and the first books are on their way.
          </p>
        </div>
        <Endpaper pattern="jaal" inks="neel" className="hero-endpaper px-4 py-14 sm:py-20">
          <div className="label self-center px-10 py-8 text-center">
            <p className="font-display text-h2">Opening soon</p>
          </div>
        </Endpaper>
      </section>
      <div className="page">
        <ForStaff />
      </div>
    </>
  ) : (
    <>
      <Endpaper pattern="buti" inks="rose" className="mt-10 grid px-4 py-14 sm:px-10 sm:py-20 lg:py-24">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h2 className="text-h2">Opening soon</h2>
          <p className="mt-4 text-lead">
            The shelves are up, and the first books are on their way. Come back for them.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to={href("/newsletter")}>Get the newsletter</ButtonLink>
            <ButtonLink to={href("/about")} variant="outline">
              About the shop
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
      <ForStaff />
    </>
  );
}

/** Link to the desk for a reader who also works there, because the shop has no book yet. */
function ForStaff() {
  const isSignedIn = useReader() !== null;
  const [deskUrl, setDeskUrl] = useState<string>();
  useEffect(() => {
    if (!isSignedIn) return;
    fetch(href("/api/auth/me"))
      .then(async (answer) => answer.ok && setDeskUrl(((await answer.json()) as { deskUrl?: string }).deskUrl))
      // If the request fails, staff find the desk's address in the terminal output of the server too.
      .catch(() => {});
  }, [isSignedIn]);
  if (!deskUrl) return null;
  return (
    <p className="mt-10">
      You work here: put the first books in{" "}
      <a href={deskUrl} className="link inline-flex min-h-11 items-center font-semibold">
        at the desk
      </a>
    </p>
  );
}
