/** The value of a key that is always in the map. Throws if it is not. */
export function requiredValue<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The map has no value for ${String(key)}.`);
  return value;
}
