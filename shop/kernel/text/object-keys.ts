/** Whether an object has a key of its own. */
export function isKeyOf<Target extends object>(target: Target, key: PropertyKey): key is keyof Target {
  return Object.hasOwn(target, key);
}

/** The keys of an object whose type names all of them. */
export function typedKeys<Target extends object>(target: Target): (keyof Target & string)[] {
  return Object.keys(target).filter((key) => isKeyOf(target, key));
}
