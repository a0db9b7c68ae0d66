export function isBuilt(root: string): boolean;
export function stampBuild(root: string, begunAt: number): void;
export function forgetBuild(root: string): void;
