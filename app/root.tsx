/** Root route: the document around every page, its head, and the data that all pages share. */
import { useContext, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";

import { lookOfPage } from "#app/look/look-stylesheet.server.ts";
import { shopTitle } from "#app/display/page-title.ts";
import { PageError } from "./components/page-error.tsx";
import { DocumentHeadContext } from "#app/http/document-head.ts";
import {
  frameContext,
  lookPreviewContext,
  openingSoonContext,
  servicesContext,
  type Frame,
} from "#app/http/context.ts";
import { PageNonce } from "#app/http/page-nonce.ts";
import { deniedStorageScript } from "#app/client/storage/denied-storage.ts";
import { firstPaintScript } from "#app/client/first-paint.ts";
import { colourSchemeScript } from "#app/http/colour-scheme-script.ts";
import { markCachePartition } from "./session/cache-partition.server.ts";
import { previewLook } from "#app/look/preview-look.server.ts";
import { awaitOpening } from "#app/session/opening-soon.server.ts";
import { demonstrationName } from "#app/demonstration-name.ts";
import { describeClosure } from "#app/content/opening-words.ts";
import { admitReaders, identifyVisitor } from "#app/session/visitor.server.ts";
import { shopPagePath } from "#shop/catalogue/cover-designs/share-pictures.ts";
import { pagePath } from "#shop/office/pages/page.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import { nameMethods } from "#shop/sales/payments/provider-names.ts";
import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import devanagari from "#ui/devanagari.css?url";
import figtree from "#ui/fonts/figtree-basic.woff2?url";
import figtreeRupee from "#ui/fonts/figtree-rupee.woff2?url";
import fraunces from "#ui/fonts/fraunces-basic.woff2?url";

import type { Route } from "./+types/root";
import stylesheet from "./site.css?url";

const demonstrationFooterWords = "A bookshop for people who turn to the last page to see what it is set in.";

export const middleware: Route.MiddlewareFunction[] = [
  markCachePartition,
  previewLook,
  awaitOpening,
  identifyVisitor,
  admitReaders,
];

/** Data about the shop, equal for all visitors. */
export async function loader({ context }: Route.LoaderArgs) {
  const { settings, paymentProviders, now } = context.get(servicesContext);
  const { name, publicUrl, isTestPayments, socialLinks, words, seller } = settings;
  const provider = chooseProvider(paymentProviders);
  // When the database is unavailable, the error page still has header and footer.
  const { categories, pages, isEmpty, hasDemonstration } = await context
    .get(frameContext)()
    .catch((): Frame => ({ categories: [], pages: [], isEmpty: false, hasDemonstration: false }));
  const isOpeningSoon = isEmpty || context.get(openingSoonContext);
  const look = lookOfPage(context.get(lookPreviewContext) ?? settings.look);
  return {
    shopName: name,
    publicUrl,
    ...(look && { look }),
    picture: shopPagePath("home", name),
    footerLines: [seller.addressLines.join(", "), `${nameMethods(provider.id)}, through ${provider.name}.`],
    socialLinks,
    footerWords: words.footer ?? (name === demonstrationName ? demonstrationFooterWords : undefined),
    categories: categories.map(({ id, name }) => ({
      to: href("/categories/:categoryId", { categoryId: id }),
      label: name,
    })),
    /** The bookseller's own pages that the menu and the footer link to. */
    pages: pages.map(({ id, title, place }) => ({ to: pagePath(id), label: title, place })),
    isOpeningSoon,
    openingWords: isOpeningSoon ? settings.opening.words : null,
    /** A line at the top of every page. */
    topLine: isOpeningSoon ? null : describeClosure(settings.opening, now()),
    notice: [
      hasDemonstration && "A demonstration shop: ratings, reviews and stock are made up.",
      isTestPayments && "Test payments: no money moves.",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

const fontPreload = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export function links(): Route.LinkDescriptors {
  return [
    ...[figtree, figtreeRupee].map((href) => ({ ...fontPreload, href })),
    { rel: "stylesheet", href: stylesheet },
    { rel: "icon", sizes: "48x48", href: "/favicon.ico" },
    { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
    { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
    { rel: "manifest", href: "/manifest.webmanifest" },
  ];
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: shopTitle(loaderData?.shopName ?? "Endpaper") }];
}

/** The HTML document of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const look = useRouteLoaderData<typeof loader>("root")?.look;
  const headingFont = look?.font === undefined ? fraunces : look.font;
  return (
    // The first-paint script sets attributes here before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16141a" media="(prefers-color-scheme: dark)" />
        <Meta />
        {headingFont && <link nonce="" {...fontPreload} href={headingFont} />}
        {/* Stylesheets are same-origin and need no nonce; with one, hydration would report a mismatch. */}
        <Links nonce="" />
        {look?.stylesheet && <link nonce="" rel="stylesheet" href={look.stylesheet} />}
        {/* With JavaScript, `load-devanagari-fonts.ts` loads it. */}
        <noscript>
          <link rel="stylesheet" href={devanagari} />
        </noscript>
        <FirstPaint />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * The script's text is rendered on the server only, because it has run before hydration. Metadata follows it, also on
 * the server only.
 */
function FirstPaint() {
  const nonce = useContext(PageNonce);
  const look = useContext(DocumentHeadContext)?.look;
  const text = import.meta.env.SSR
    ? deniedStorageScript + firstPaintScript + (look ? colourSchemeScript(look) : "")
    : "";
  const script = <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
  if (!import.meta.env.SSR) return script;
  return (
    <>
      {script}
      <PageMetadata />
    </>
  );
}

/** Metadata for crawlers, feed readers and browser search. Hydration ignores it. */
function PageMetadata() {
  const head = useContext(DocumentHeadContext);
  if (!head) return null;
  const graph = JSON.stringify({ "@context": "https://schema.org", "@graph": head.graph });
  return (
    <>
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        href={documents.openSearch}
        title={head.shopName}
      />
      {head.feeds.map(({ title, path }) => (
        <link key={path} rel="alternate" type="application/atom+xml" href={path} title={title} />
      ))}
      {head.graph.length > 0 && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: graph.replaceAll("<", String.raw`\u003c`) }}
        />
      )}
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Fallback when the header cannot be rendered either, or a page cannot be fetched. */
export function ErrorBoundary() {
  return (
    <main id="main">
      <PageError />
    </main>
  );
}
