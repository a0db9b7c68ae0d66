/** Posts fields as a form does and accepts JSON; throws when the shop cannot be reached. */
export function postForm(
  path: string,
  fields: Iterable<[string, FormDataEntryValue]>,
  options?: RequestInit,
): Promise<Response> {
  return fetch(path, {
    ...options,
    method: "POST",
    body: new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])),
    headers: { accept: "application/json" },
  });
}
