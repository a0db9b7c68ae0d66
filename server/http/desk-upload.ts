import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { readDeskToken } from "#desk/http/cookies.server.ts";
import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { watchRoom } from "#server/disk-room.ts";
import type { Services } from "#shop/services.ts";
import { may } from "#shop/staff/roles.ts";
import { findStaffSession, hasShown } from "#shop/staff/sessions.server.ts";
import { sweepUploads } from "#shop/uploads/import-work.server.ts";
import { refuse } from "./refusal.ts";
import { grantRequestTime } from "./request-time.ts";
import { saveMultipart, UploadRefusedError } from "./save-multipart.ts";

/** A file may take so long to come, in milliseconds. */
const maxTime = 2 * 60 * 60 * 1000;

/**
 * The file of a form whose route takes one (`uploads` in the table of routes), written to disk while it comes: what the
 * route gets is the rest of the form, with the file's id as `upload`, its name as `fileName` and its digest as `sha256`. Nothing is written for
 * somebody who may not send it. Null for any other request.
 */
export async function receiveUpload(services: Services, request: Request): Promise<Buffer | Response | null> {
  const { pathname } = new URL(request.url);
  const route = (deskRoutes as Record<string, DeskRoute>)[pathname];
  const contentType = request.headers.get("content-type") ?? "";
  if (!route?.uploads || !/^multipart\/form-data\b/i.test(contentType)) return null;
  // The route itself says why it is not taken.
  if (!(await maySend(services, request, route))) return Buffer.from(`intent=${route.uploads.intent}`);

  const { maxBytes, intent } = route.uploads;
  const tooMuch = `This file is too large: at most ${Math.round(maxBytes / 1024 ** 3)} GB can be brought. Nothing was kept. The command line takes larger ones.`;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes + 1024 ** 2) return refuse(request, 413, tooMuch);
  const { folder, work: _ } = services.uploads;
  await sweepUploads(services.db, services.uploads, services.now());
  const id = randomBytes(16).toString("base64url");
  const own = join(folder, id);
  await mkdir(own, { recursive: true });
  grantRequestTime(request, maxTime);
  const hasRoom = watchRoom(own);
  const check = async (bytes: number) => {
    if (bytes > maxBytes) throw new UploadRefusedError(tooMuch);
    if (!(await hasRoom(bytes)))
      throw new UploadRefusedError(
        "The shop's disk has no room for this file. Nothing was kept. Make room, or bring a smaller one.",
      );
  };
  try {
    const { fields, file } = await saveMultipart(request.body ?? none(), contentType, own, check);
    const form = new URLSearchParams([...fields].filter(([name]) => name !== "upload" && name !== "fileName"));
    if (!form.has("intent")) form.set("intent", intent);
    if (!file) await rm(own, { recursive: true, force: true });
    else {
      form.set("upload", id);
      form.set("fileName", file.name);
      form.set("sha256", file.sha256);
    }
    return Buffer.from(form.toString());
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (error instanceof UploadRefusedError) return refuse(request, 413, error.message);
    throw error;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function maySend({ db, now, settings }: Services, request: Request, { needs }: DeskRoute): Promise<boolean> {
  const token = readDeskToken(request);
  const at = now();
  const session = token === null ? null : await findStaffSession(db, token, at);
  if (!session || !needs || !may(session.staff.role, needs)) return false;
  return hasShown("passkey", session, { now: at, isTestSignIn: settings.isTestSignIn });
}
