import { Link, redirect } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findAnything, findPlace } from "./find-anything.server.ts";

import type { Route } from "./+types/route";

/** Searches the whole desk; the exact number of an order, document and so on redirects to its page. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "today" });
  const services = args.context.get(servicesContext);
  const text = (new URL(args.request.url).searchParams.get("text") ?? "").replaceAll("\0", "").slice(0, 200).trim();
  const search = `${services.settings.publicUrl}/search?q=${encodeURIComponent(text)}`;
  if (text === "") return { text, groups: [], search };
  const place = await findPlace(services, staff.role, text);
  if (place !== null) throw redirect(place, 303);
  return { text, groups: await findAnything(services, staff.role, text), search };
}

export const meta = () => [{ title: "Find" }];

function About({ words }: { words: string }) {
  return <span className="min-w-0 text-small break-words text-quiet max-lg:basis-full">{words}</span>;
}

export default function Find({ loaderData }: Route.ComponentProps) {
  const { text, groups, search } = loaderData;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Find</h1>
      {text === "" && (
        <p className="mt-3 max-w-measure">
          Use the search box at the top. You can search for the number of an order, bill, parcel, payment, message or
          wanted book, for an ISBN, a title, an author or a supplier&rsquo;s bill, for the beginning of an order number,
          a name, an e-mail address or a phone number, and for pages of the desk.
        </p>
      )}
      {text !== "" && groups.length === 0 && (
        <p className="mt-3 max-w-measure break-words">
          Nothing was found for “{text}”. Type at least the first six characters of an order number, the complete number
          of anything else, or the beginning of a name or an address.
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
