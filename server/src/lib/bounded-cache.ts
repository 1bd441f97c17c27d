import { LRUCache } from 'lru-cache'

/**
 * Creates a cache of at most `max` values. Unlike one made with `max`, it takes memory only for what
 * it has: an open school has several.
 */
export function createBoundedCache<K extends {}, V extends {}>(max: number): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: max, sizeCalculation: () => 1 })
}
