export function isBuilt(root: string): boolean;
export function stampBuild(root: string, begunAt: number): void;
export function invalidateBuild(root: string): void;

/** The SHA-256 of the names and contents of all files of the build, without the records of its sources. */
export function hashBuild(root: string): string;
