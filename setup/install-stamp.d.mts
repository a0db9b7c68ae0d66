export function findInstallReason(root: string): string | null;
export function stampInstall(root: string): void;
