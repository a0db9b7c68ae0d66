import { servicesContext, visitorContext } from "#app/http/context.ts";
import { readSessionToken } from "#app/session/session-cookie.server.ts";
import { authStorageOf } from "#shop/people/readers/reader.ts";
import { authTokenOf } from "#shop/kernel/security/signature.server.ts";
import { signInMessages } from "#shop/people/readers/sign-in-messages.ts";
import { isStaffReader } from "#shop/people/staff/staff.server.ts";
import type { Route } from "./+types/me.route";

/**
 * Returns the reader of the session cookie in the shape of `auth-storage`; 401 for a guest. Staff with the same Google
 * account also get the desk's URL.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reader, sessionId } = context.get(visitorContext);
  const token = readSessionToken(request);
  if (!reader || !token) return Response.json({ message: signInMessages.ended }, { status: 401 });
  const { db, settings } = context.get(servicesContext);
  const isStaff = settings.deskUrl !== null && (await isStaffReader(db, reader.id));
  return Response.json({
    ...authStorageOf(reader, authTokenOf(sessionId, token)),
    ...(isStaff && { deskUrl: settings.deskUrl }),
  });
}
