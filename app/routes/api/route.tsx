/** Documentation page of the shop's JSON API. */
import { Fragment } from "react";

import { Facts } from "#app/content/blocks.tsx";
import { Contents, ContentOpening } from "#app/content/content-layout.tsx";
import { describePage } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { createOpenApiDocument, listEndpointRows } from "#shop/outlets/api/openapi.ts";
import { orderDelaySeconds } from "#shop/outlets/api/orders.server.ts";
import { maxRows } from "#shop/outlets/api/endpoints.ts";
import { scopes } from "#shop/outlets/api/scopes.ts";

import type { Route } from "./+types/route";
import "./api.css";

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const { components } = createOpenApiDocument(settings);
  return {
    endpoints: listEndpointRows(),
    answers: components.schemas,
    scopes: Object.entries(scopes),
    maxRows,
    orderDelaySeconds,
    publicUrl: settings.publicUrl,
    url: settings.publicUrl + href("/api"),
  };
}

export function meta({ loaderData: { url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Books, categories, authors and stock as JSON, and how tills and suppliers write to the shop.";
  return describePage(matches, { title: "For developers (API)", description, url });
}

const sections = [
  { id: "begin", heading: "To begin with" },
  { id: "addresses", heading: "Addresses" },
  { id: "tokens", heading: "Tokens" },
  { id: "answers", heading: "Responses" },
];

export default function Api({ loaderData }: Route.ComponentProps) {
  const { endpoints, answers, scopes, maxRows, orderDelaySeconds, publicUrl } = loaderData;
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening
        title="For developers (API)"
        lead="Everything on our shelves as JSON, for whoever builds something with it; and a way in for tills and suppliers."
      />
      <div className="mt-10 gap-x-16 lg:mt-16 lg:grid lg:grid-cols-12">
        <Contents entries={sections} />
        <div className="api lg:col-span-8">
          <section aria-labelledby="begin" className="prose">
            <h2 id="begin">To begin with</h2>
            <p>Reading needs no token. Request a few books:</p>
            <Code text={`curl '${publicUrl}/api/v1/books?limit=2'`} />
            <p>
              Amounts of money are in whole paise: 39900 is ₹399.00. A list has at most {maxRows} rows; for the next
              rows, send its <code>next</code> as <code>cursor</code>. A response may be cached for a minute; send its{" "}
              <code>ETag</code> as <code className="whitespace-nowrap">If-None-Match</code> to ask whether it is still
              current. Scripts on any site may read responses. Too many requests get the status 429, and{" "}
              <code>Retry-After</code> says how many seconds to wait. Errors are explained by a sentence in{" "}
              <code>detail</code> of <code>application/problem+json</code>.
            </p>
            <p>
              The complete description for programs is{" "}
              <a href="/api/v1/openapi.json" className="link">
                an OpenAPI 3.1 document
              </a>
              .
            </p>
          </section>
          <section aria-labelledby="addresses" className="prose">
            <h2 id="addresses">Addresses</h2>
            {endpoints.map(({ name, method, path, summary, parameters, scope, answer }) => (
              <Fragment key={name}>
                <h3 id={name} className="mt-8">
                  <code>
                    {method} {path}
                  </code>
                </h3>
                <p>
                  {summary}. The response is{" "}
                  <a href={`#${answer}`} className="link">
                    {answer}
                  </a>
                  .{scope && <span>{` It requires a token with the scope ${scope}.`}</span>}
                </p>
                {parameters.length > 0 && <Facts facts={parameters} />}
              </Fragment>
            ))}
          </section>
          <section aria-labelledby="tokens" className="prose">
            <h2 id="tokens">Tokens</h2>
            <p>
              The bookseller creates a token for each till and supplier, and can revoke it at any time. Send the token
              with every request:
            </p>
            <Code
              text={`curl -X PUT '${publicUrl}/api/v1/stock/9780143331063' \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"copies": 12, "pricePaise": 29900}'`}
            />
            <p>
              Sending the same request again changes nothing. <code>copies</code> is the number of copies in the shop,
              including those reserved for orders; it cannot be lower than the number of reserved copies. A changed
              order is listed {orderDelaySeconds} seconds after its last change, and again after each further change.
            </p>
            <Facts facts={scopes.map(([scope, meaning]) => [scope, `A token with this scope may ${meaning}.`])} />
          </section>
          <section aria-labelledby="answers" className="prose">
            <h2 id="answers">Responses</h2>
            {Object.entries(answers).map(([name, schema]) => (
              <Fragment key={name}>
                <h3 id={name} className="mt-6">
                  {name}
                </h3>
                <details>
                  <summary>JSON Schema of {name}</summary>
                  <Code text={JSON.stringify(schema, null, 2)} />
                </details>
              </Fragment>
            ))}
          </section>
        </div>
      </div>
    </div>
  );
}

/** Code block. */
function Code({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
