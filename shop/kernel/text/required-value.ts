/** The value of a key that is always in the map. Throws if it is not. */
export function requiredValue<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The map has no value for ${String(key)}.`);
  return value;
}

/** The item at a place that is always in the list. Throws if it is not. */
export function requiredItem<Item>(list: readonly Item[], place: number): Item {
  const item = list[place];
  if (item === undefined) throw new Error(`The list of ${list.length} has no item ${place}.`);
  return item;
}
