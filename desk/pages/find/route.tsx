import { Link, redirect, useNavigate } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { ScanWithCamera } from "#desk/components/scanning/scan-with-camera.tsx";
import { findAnything } from "./find-anything.server.ts";
import { readFindText } from "./read-find-text.ts";

import type { Route } from "./+types/route";

/** Searches the whole desk; the exact number of an order, document and so on redirects to its page. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "today" });
  const services = args.context.get(servicesContext);
  const text = readFindText(args.url);
  const search = `${services.settings.publicUrl}/search?q=${encodeURIComponent(text)}`;
  const { place, groups } = await findAnything(services, staff.role, text);
  if (place !== null) throw redirect(place, 303);
  return { text, groups, search, isScan: args.url.searchParams.get("scan") === "yes" };
}

export const meta = () => [{ title: "Find" }];

function About({ words }: { words: string }) {
  return <span className="min-w-0 text-small break-words text-quiet max-lg:basis-full">{words}</span>;
}

export default function Find({ loaderData }: Route.ComponentProps) {
  const { text, groups, search, isScan } = loaderData;
  const navigate = useNavigate();
  return (
    <div className="desk-page">
      <h1 className="text-h3">Find</h1>
      {text === "" && (
        <>
          <ScanWithCamera opensAtOnce={isScan} onIsbn={(isbn) => void navigate(deskHref("/find", { text: isbn }))} />
          <p className="mt-3 max-w-measure">
            Use the search box at the top. You can search for the number of an order, bill, parcel, payment, message or
            wanted book, for an ISBN, a title, an author or a supplier&rsquo;s bill, for the beginning of an order
            number, tracking number, name, e-mail address or phone number, the end of a bill&rsquo;s number, and for
            pages and settings of the desk.
          </p>
        </>
      )}
      {text !== "" && groups.length === 0 && (
        <p className="mt-3 max-w-measure break-words">
          Nothing was found for “{text}”. Type at least the first four characters of an order number, the last digits of
          a bill’s number, the complete number of anything else, or the beginning of a name or an address.
        </p>
      )}
      <div className="mt-5 grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        {groups.map(({ title, found, more }) => (
          <section key={title} aria-label={title}>
            <h2 className="border-b border-line pb-1 text-title">{title}</h2>
            <ul>
              {found.map(({ name, about, to }) => (
                <li key={`${to} ${name}`} className="border-b border-line">
                  {to === undefined ? (
                    <p className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2">
                      <span className="min-w-0 break-words">{name}</span>
                      <About words={about} />
                    </p>
                  ) : (
                    <Link to={to} className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2">
                      <span className="row-link min-w-0 break-words" lang={detectLanguage(name)}>
                        {name}
                      </span>
                      {about && <About words={about} />}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
            {more && (
              <Link className="link inline-flex min-h-11 items-center" to={more.to}>
                {more.words}
              </Link>
            )}
          </section>
        ))}
      </div>
      {text !== "" && (
        <p className="mt-6 max-w-measure text-quiet">
          If a title or an author may be spelled differently, try{" "}
          <a className="link" href={search}>
            the shop’s search
          </a>
          .
        </p>
      )}
    </div>
  );
}
