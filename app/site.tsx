import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { isRouteErrorResponse, Outlet } from "react-router";

import { CartToast } from "#app/components/frame/cart-toast.tsx";
import { stopBeforeHydration } from "#app/components/frame/first-press.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { PageError } from "./components/page-error.tsx";
import { RouteProgress } from "#app/components/frame/route-progress.tsx";
import { SiteFooter } from "#app/components/frame/site-footer.tsx";
import { SiteHeader } from "#app/components/frame/site-header.tsx";
import { usePageFocus } from "#app/components/frame/use-page-focus.ts";
import { useShop } from "#app/components/frame/use-shop.ts";
import type { PagePlace } from "#shop/office/pages/page.ts";

import type { Route } from "./+types/site";

/** Loaded only when needed, so that first visits do not include it. */
const OpeningFrame = lazy(() => import("#app/components/frame/opening-frame.tsx"));
const PageNotFound = lazy(() => import("#app/components/page-not-found.tsx"));

/** Title of the error page; other pages define their own. */
export function meta({ error, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!error) return matches[0].meta;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [pageTitle(matches, isMissing ? "Page not found" : "Something went wrong")];
}

/** Layout with header and footer. */
export default function Site() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shows errors within the header and footer. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame>
      <Suspense>{isMissing ? <PageNotFound /> : <PageError />}</Suspense>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const shop = useShop();
  const shopName = shop?.shopName ?? "Endpaper";
  const ownPagesAt = (place: PagePlace) => shop?.pages.filter((page) => page.place === place) ?? [];
  useEffect(stopBeforeHydration, []);
  usePageFocus();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      {shop?.isOpeningSoon ? (
        <Suspense>
          <OpeningFrame>{children}</OpeningFrame>
        </Suspense>
      ) : (
        <>
          <SiteHeader shopName={shopName} categories={shop?.categories ?? []} ownPages={ownPagesAt("menu")} />
          {shop?.topLine && (
            <aside aria-label="Notice" className="bg-marigold-wash text-on-wash print:hidden">
              <p className="page py-2.5 text-pretty">{shop.topLine}</p>
            </aside>
          )}
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
          <SiteFooter
            shopName={shopName}
            categories={shop?.categories ?? []}
            ownPages={{ help: ownPagesAt("help"), shop: ownPagesAt("shop") }}
            socialLinks={shop?.socialLinks ?? []}
            words={shop?.footerWords}
            lines={shop?.footerLines ?? []}
            notice={shop?.notice}
          />
        </>
      )}
      <CartToast />
      <RouteProgress />
    </>
  );
}
