/** Whether other machines can reach an address: it is not one of this machine alone. */
export function isPublicUrl(url: string): boolean {
  return !/^https?:\/\/(localhost|127(\.\d+){3}|\[::1\]|[^/]*\.localhost)(:\d+)?$/.test(url);
}
