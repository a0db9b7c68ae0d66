import { randomBytes } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { watchFreeSpace } from "#server/disk-space.ts";
import type { Services } from "#shop/services.ts";
import { may } from "#shop/people/staff/roles.ts";
import { hasShown, type StaffSession } from "#shop/people/staff/sessions.server.ts";
import { isPictureName } from "#shop/catalogue/pictures/picture-files.server.ts";
import { dropUnnoted, sweepUploads } from "#shop/catalogue/uploads/import-job.server.ts";
import { refuse } from "#server/http/load/refusal.ts";
import { grantRequestTime } from "#server/http/request-time.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { saveMultipart, UploadRefusedError, type SavedFile } from "./save-multipart.ts";

/**
 * Timeout in milliseconds for receiving a file. It also applies to a form that waits for an earlier file of the same
 * person.
 */
export const maxUploadMs = 2 * 60 * 60 * 1000;

/** An upload as its route receives it: a form in which the file is replaced by its id, name and digest. */
export interface ReceivedUpload {
  body: Buffer;
  /** Deletes the uploaded file if its route has not recorded it. */
  deleteUnlessRecorded: () => Promise<void>;
}

function uploadingRoute(request: Request): (DeskRoute & Pick<Required<DeskRoute>, "uploads">) | null {
  const { pathname } = new URL(request.url);
  const route: DeskRoute | undefined = isKeyOf(deskRoutes, pathname) ? deskRoutes[pathname] : undefined;
  const contentType = request.headers.get("content-type") ?? "";
  if (!route?.uploads || !/^multipart\/form-data\b/i.test(contentType)) return null;
  return { ...route, uploads: route.uploads };
}

/** Fields that say what was received; those that a browser sends itself are ignored. */
const receivedFields = new Set(["upload", "fileName", "sha256", "emptyName"]);

/**
 * Receives a form whose route accepts a file (`uploads` in the table of routes), and writes the file to disk as it
 * arrives. The route gets the other fields, with the id of the file as `upload`, its name as `fileName` and its digest
 * as `sha256`; for a file without a byte only its name as `emptyName`. Without the permission to upload, nothing is
 * written. Returns null for any other request.
 */
export async function receiveUpload(
  services: Services,
  session: StaffSession | null,
  request: Request,
): Promise<ReceivedUpload | Response | null> {
  const route = uploadingRoute(request);
  if (!route) return null;
  const contentType = request.headers.get("content-type") ?? "";
  // Pass on only the intent: the route itself explains why it refuses the upload.
  if (!maySend(services, session, route))
    return { body: Buffer.from(`intent=${route.uploads.intent}`), deleteUnlessRecorded: async () => {} };

  const { maxBytes, intent } = route.uploads;
  const tooMuch = `This file is too large: at most ${Math.round(maxBytes / 1024 ** 3)} GB can be uploaded. Nothing was saved. The command line accepts larger files.`;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes + 1024 ** 2) return refuse(request, 413, tooMuch);
  const { folder, work: _ } = services.uploads;
  await sweepUploads(services.db, services.uploads, services.now());
  const id = randomBytes(16).toString("base64url");
  const own = join(folder, id);
  await mkdir(own, { recursive: true, mode: 0o700 });
  grantRequestTime(request, maxUploadMs);
  const hasRoom = watchFreeSpace(own);
  const check = async (bytes: number) => {
    if (bytes > maxBytes) throw new UploadRefusedError(tooMuch);
    if (!(await hasRoom(bytes)))
      throw new UploadRefusedError(
        "The shop's disk has no space for this file. Nothing was saved. Free some space, or upload a smaller file.",
      );
  };
  try {
    const { mostPictures } = route.uploads;
    const { fields, file, files, emptyName } = await saveMultipart(
      request.body ?? none(),
      contentType,
      own,
      check,
      mostPictures,
    );
    const name = files.length > 1 ? await gatherPictures(own, files) : file?.name;
    const form = new URLSearchParams([...fields].filter(([name]) => !receivedFields.has(name)));
    if (!form.has("intent")) form.set("intent", intent);
    if (!file) {
      await rm(own, { recursive: true, force: true });
      if (emptyName !== null) form.set("emptyName", emptyName);
    } else {
      form.set("upload", id);
      form.set("fileName", name ?? file.name);
      form.set("sha256", file.sha256);
    }
    return {
      body: Buffer.from(form.toString()),
      deleteUnlessRecorded: () => dropUnnoted(services.db, services.uploads, id),
    };
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (error instanceof UploadRefusedError) return refuse(request, 413, error.message);
    throw error;
  }
}

/** Moves several pictures into a folder, which is then imported like a file; returns its name. */
async function gatherPictures(own: string, files: SavedFile[]): Promise<string> {
  const other = files.find(({ name }) => !isPictureName(name));
  if (other)
    throw new UploadRefusedError(
      `Only pictures of covers can be sent together: send ${other.name} alone. Nothing was saved.`,
    );
  const name = `${files.length} pictures`;
  await mkdir(join(own, name), { mode: 0o700 });
  for (const file of files) await rename(join(own, file.name), join(own, name, file.name));
  return name;
}

async function* none(): AsyncGenerator<Uint8Array> {}

function maySend({ now, settings }: Services, session: StaffSession | null, { needs }: DeskRoute): boolean {
  if (!session || !needs || !may(session.staff.role, needs)) return false;
  return hasShown("passkey", session, { now: now(), isTestSignIn: settings.isTestSignIn });
}
