/** A stand-in for Google's sign-in: discovery, account chooser, codes, ID tokens, and faults on demand. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import { answerBrowserFile } from "@endpaper/stand-in-kit/browser-files";
import { addControl } from "@endpaper/stand-in-kit/control";
import { answerAuthorization, answerChoice } from "./authorize.ts";
import { chosenPath } from "./chooser-page.ts";
import { googleControl } from "./control.ts";
import type { GoogleContext } from "./context.ts";
import { answerDevanagariFont } from "./devanagari-font.ts";
import { answerDiscovery, answerKeys } from "./discovery.ts";
import { createGoogleFaults } from "./faults.ts";
import { openGrants } from "./grants.ts";
import { createKeyRing } from "./key-ring.ts";
import { messagePage } from "./page.ts";
import { answerPicture } from "./picture.ts";
import { answerRevocation, answerToken } from "./token-api.ts";
import { answerUserinfo } from "./userinfo-api.ts";

/** Options of a stand-in. */
export interface GoogleStandInOptions {
  /**
   * The public URL of the stand-in, such as "http://localhost:3000/stand-ins/google". All paths are below the path of
   * this URL.
   */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The registered callback addresses. Readers are only redirected to these. */
  redirectUris: readonly string[];
  /** Enables /control; off by default. */
  control?: boolean;
  /** Current time in ms. */
  now?: () => number;
}

/** A running stand-in. */
export interface GoogleStandIn {
  issuer: string;
  /** Handles every request below the issuer's path. */
  fetch(request: Request): Promise<Response>;
  /** Turns a fault on (true or an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  /** From now on, signs with the next key. */
  rotateKeys(): void;
  /** Deletes codes and tokens, and turns all faults off. */
  reset(): void;
}

export function createGoogleStandIn(options: GoogleStandInOptions): GoogleStandIn {
  const { issuer, clientId } = options;
  if (issuer.endsWith("/")) throw new Error("The issuer has no slash at its end");
  if (clientId.endsWith(".apps.googleusercontent.com")) throw new Error("A stand-in does not take a real client");
  const nowMs = options.now ?? Date.now;
  const context: GoogleContext = {
    issuer,
    basePath: new URL(issuer).pathname.replace(/\/$/, ""),
    clientId,
    clientSecret: options.clientSecret,
    redirectUris: options.redirectUris,
    hasControl: options.control ?? false,
    faults: createGoogleFaults(),
    keys: createKeyRing(),
    grants: openGrants(nowMs),
    nowMs,
  };
  const app = joinRoutes(context);
  return {
    issuer,
    fetch: async (request) => app.fetch(request),
    setFault: context.faults.set,
    rotateKeys: context.keys.rotate,
    reset() {
      context.faults.clear();
      context.grants.clear();
    },
  };
}

const browserFolder = new URL("./browser/", import.meta.url);

/** Joins the routes. The paths are those of Google. */
function joinRoutes(context: GoogleContext): Hono {
  const app = new Hono().basePath(context.basePath || "/");
  app.use(bodyLimit({ maxSize: 16 * 1024 }));
  app.use(async (c, next) => {
    const path = c.req.path.slice(context.basePath.length);
    const late = context.faults.take("slowAnswer", { path });
    if (late) await new Promise((wake) => setTimeout(wake, late.milliseconds));
    const broken = path.startsWith("/control") ? null : context.faults.take("serverError", { path });
    if (broken)
      return messagePage(context, broken.status, "We could not read this form", "The stand-in fails here on purpose.");
    return next();
  });
  app.get("/.well-known/openid-configuration", () => answerDiscovery(context));
  app.get("/oauth2/v3/certs", () => answerKeys(context));
  app.get("/o/oauth2/v2/auth", (c) => answerAuthorization(context, c));
  app.post(chosenPath, (c) => answerChoice(context, c));
  app.post("/token", (c) => answerToken(context, c.req.raw));
  app.on(["GET", "POST"], "/v1/userinfo", (c) => answerUserinfo(context, c.req.raw));
  app.post("/revoke", (c) => answerRevocation(context, c.req.raw));
  app.get("/pictures/:file{\\d{21}\\.svg}", (c) => answerPicture(c.req.param("file").slice(0, -4)));
  for (const name of ["google.css", "google.svg"])
    app.get(`/${name}`, (c) => answerBrowserFile(browserFolder, name) ?? c.notFound());
  app.get("/devanagari.woff2", answerDevanagariFont);
  if (context.hasControl) addControl(app, googleControl(context));
  app.notFound(() => messagePage(context, 404, "This page does not exist", "This address is not one of Google's."));
  return app;
}
