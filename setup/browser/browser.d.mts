/** Returns the path of a browser, or null if there is none. */
export function findBrowser(): Promise<string | null>;
