import { visitorContext } from "#app/http/context.ts";
import { readSessionToken } from "#app/session/session-cookie.server.ts";
import { authStorageOf } from "#shop/readers/reader.ts";
import { authTokenOf } from "#shop/security/signature.server.ts";
import { signInMessages } from "#shop/readers/sign-in-messages.ts";
import type { Route } from "./+types/me.route";

/** Who is signed in, by the session's cookie alone, in the shape of `auth-storage`; 401 for a guest. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { reader, sessionId } = context.get(visitorContext);
  const token = readSessionToken(request);
  if (!reader || !token) return Response.json({ message: signInMessages.ended }, { status: 401 });
  return Response.json(authStorageOf(reader, authTokenOf(sessionId, token)));
}
