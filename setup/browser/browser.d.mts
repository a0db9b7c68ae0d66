/** Path of a browser that starts, or null. */
export function findBrowser(): Promise<string | null>;
