/** The root of the desk: the HTML document, the frame around every page, and the error page. */
import { useContext, type ReactNode } from "react";
import { data, isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { LinkDescriptor, MiddlewareFunction } from "react-router";

import { deniedStorageScript } from "#app/client/storage/denied-storage.ts";
import { servicesContext } from "#app/http/context.ts";
import { PageNonce } from "#app/http/page-nonce.ts";
import { may } from "#shop/people/staff/roles.ts";
import { readOpeningFacts } from "#shop/office/back-office/opening-facts.server.ts";
import { readLogoName } from "#shop/kernel/look/logo.ts";
import { previewAddress } from "#shop/office/storefront/shop-preview.server.ts";
import type { Services } from "#shop/services.ts";
import { hasShown } from "#shop/people/staff/sessions.server.ts";
import figtree from "#ui/fonts/figtree-basic.woff2?url";
import { DeskFrame } from "./components/frame/desk-frame.tsx";
import { DeskError } from "./components/frame/desk-error.tsx";
import { useDesk } from "./components/frame/use-desk.ts";
import { OpeningProgress } from "./components/frame/opening-progress.tsx";
import stylesheet from "./desk.css?url";
import { menuCountsContext, staffContext } from "./http/context.ts";
import { takeDeskFlash, takeDeskUndo } from "./http/cookies.server.ts";
import { newIdempotencyKey } from "./http/idempotency-key.server.ts";
import { identifyStaff } from "./http/staff.server.ts";
import { describeSteps } from "./pages/today/describe-steps.ts";
import { findNextStep } from "./pages/today/find-next-step.ts";

import type { Route } from "./+types/root";

export const middleware: MiddlewareFunction<Response>[] = [identifyStaff];

/**
 * Loads the signed-in person, the menu's counts, flash messages, the idempotency key of this page's forms, and the next
 * step to the opening of the shop.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { settings, now } = services;
  const session = context.get(staffContext);
  const isIn = session !== null && hasShown("passkey", session, { now: now(), isTestSignIn: settings.isTestSignIn });
  const isOpening = isIn && settings.opening.state === "not-open" && may(session.staff.role, "settings");
  const opener = isOpening ? session.staff : null;
  const { icon, logo, isNameInLogo, colour, accent, face } = settings.look;
  const headers = new Headers();
  const flash = takeDeskFlash(headers, request);
  const undo = takeDeskUndo(headers, request);
  return data(
    {
      shopName: settings.name,
      shopUrl: opener ? previewAddress(services) : settings.publicUrl,
      mark: { picture: icon ?? logo, isNameInPicture: icon === null && isNameInLogo },
      // Previews of readers' pages are in it.
      look: { colour, accent, face },
      // Today shows all steps.
      opening: opener && url.pathname !== "/" ? await readOpening(services, opener.id) : null,
      isTestSignIn: settings.isTestSignIn,
      staff: isIn ? { id: session.staff.id, name: session.staff.name, role: session.staff.role } : null,
      counts: isIn ? context.get(menuCountsContext) : null,
      flash,
      undo: isIn && may(session.staff.role, "record") ? undo : null,
      once: newIdempotencyKey(),
    },
    { headers },
  );
}

async function readOpening(services: Services, staffId: number) {
  const steps = describeSteps(await readOpeningFacts(services, staffId), previewAddress(services));
  return { done: steps.filter(({ isDone }) => isDone).length, count: steps.length, next: findNextStep(steps) };
}

/** Reloads for every page: the session may have changed, and flash messages and idempotency keys are used only once. */
export const shouldRevalidate = () => true;

export function links(): LinkDescriptor[] {
  return [
    { rel: "preload", as: "font", type: "font/woff2", href: figtree, crossOrigin: "anonymous" },
    { rel: "stylesheet", href: stylesheet },
  ];
}

export function meta() {
  return [{ title: "The desk" }];
}

/** The HTML document around every page of the desk. */
export function Layout({ children }: { children: ReactNode }) {
  const picture = useDesk()?.mark.picture;
  return (
    // If site data is blocked, the script in the head sets an attribute here before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16141a" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={(picture && readLogoName(picture)?.path) ?? "data:,"} />
        <Meta />
        <Links nonce="" />
        <DeniedStorage />
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
 * The script that checks the browser's storage. It is rendered only on the server, because it runs before hydration.
 */
function DeniedStorage() {
  const nonce = useContext(PageNonce);
  const text = import.meta.env.SSR ? deniedStorageScript : "";
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

export default function Desk() {
  const { shopName, shopUrl, mark, staff, counts, flash, undo, opening, isTestSignIn } = useDesk()!;
  return (
    <DeskFrame {...{ shopName, shopUrl, mark, staff, counts, flash, undo, isTestSignIn }}>
      {opening && <OpeningProgress {...opening} />}
      <Outlet />
    </DeskFrame>
  );
}

/** What the frame shows if the root loader failed. */
const unknownFrame = {
  shopName: "",
  shopUrl: "",
  mark: { picture: null, isNameInPicture: false },
  staff: null,
  counts: null,
  flash: null,
  isTestSignIn: false,
};

/** The error page, inside the desk's frame if the session is known. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const desk = useDesk();
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  const frame = desk ?? unknownFrame;
  return (
    <DeskFrame {...frame} flash={null} undo={null}>
      <DeskError
        status={isRouteErrorResponse(error) ? error.status : 500}
        words={isRefusal && typeof error.data === "string" ? error.data : null}
      />
    </DeskFrame>
  );
}
