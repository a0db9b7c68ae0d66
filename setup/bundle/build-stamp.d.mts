export function isBuilt(root: string): boolean;
export function stampBuild(root: string, begunAt: number): void;
export function invalidateBuild(root: string): void;

/** The SHA-256 of all files of the build with their names, but for the notes of what it was made of. */
export function hashBuild(root: string): string;
