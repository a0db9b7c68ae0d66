import { data, type ActionFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { staffContext } from "#desk/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { PictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { PictureRefusedError } from "#shop/catalogue/pictures/read-picture.server.ts";
import { storeFile } from "#shop/catalogue/pictures/save-cover.server.ts";
import { may } from "#shop/people/staff/roles.ts";

/** The size limit of a cover file, in megabytes. */
export const maxCoverMegabytes = 15;

/**
 * Returns the request with its file replaced by the id of a stored picture, or an error response for a file that cannot
 * be a cover. Rendering a picture in all sizes takes seconds, so it is done here and not in the action's transaction.
 * The file is read only if the role may change covers; otherwise the action refuses the request.
 */
export async function receivePicture(args: ActionFunctionArgs): Promise<Request | ReturnType<typeof refuse>> {
  const { request, context } = args;
  const form = await request.formData();
  const file = form.get("file");
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const session = context.get(staffContext);
  if (file instanceof File && session && may(session.staff.role, "books")) {
    await requireStaff(args, { needs: "books" });
    if (file.size === 0) return refuse(texts, "Choose a file with a picture.");
    if (file.size > maxCoverMegabytes * 1024 * 1024)
      return refuse(texts, `The file is larger than ${maxCoverMegabytes} MB. Save it in a smaller size.`);
    try {
      const bytes = Buffer.from(await file.arrayBuffer());
      const { id } = await storeFile(context.get(servicesContext), bytes, file.name.slice(-200));
      texts.push(["picture", id]);
    } catch (error) {
      if (error instanceof PictureRefusedError) return refuse(texts, error.message);
      if (error instanceof PictureStoreError)
        return refuse(texts, "The storage for pictures does not respond. Try again in a minute.");
      throw error;
    }
  }
  const headers = new Headers(request.headers);
  for (const name of ["content-type", "content-length"]) headers.delete(name);
  return new Request(request.url, { method: "POST", headers, body: new URLSearchParams(texts) });
}

function refuse(texts: [string, string][], problem: string) {
  const values = Object.fromEntries(texts);
  const trouble: ActionError = {
    action: "books.cover",
    problem: null,
    errors: { file: problem },
    values,
    isPasskeyNeeded: false,
  };
  return data(trouble, { status: 422 });
}
