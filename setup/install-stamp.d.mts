export function whyInstall(root: string): string | null;
export function stampInstall(root: string): void;
