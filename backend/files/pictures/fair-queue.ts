// A bounded queue in which senders take turns: one who sends many waits for themselves. When it is
// full, a newcomer takes the last place of the sender who has the most.

export interface FairQueue<Item> {
  /** Returns the item that found no place, which may be another sender's. */
  add(sender: string, item: Item): Item | undefined
  next(): Item | undefined
  /** Removes all of them. */
  empty(): Item[]
}

export function fairQueue<Item>(maxWaiting: number): FairQueue<Item> {
  /** In the order of their turns; none is empty. */
  const bySender = new Map<string, Item[]>()
  let size = 0

  function push(sender: string, item: Item): void {
    const own = bySender.get(sender)
    if (own) own.push(item)
    else bySender.set(sender, [item])
    size += 1
  }
  function dropLastOf(sender: string, items: Item[]): Item | undefined {
    const dropped = items.pop()
    if (items.length === 0) bySender.delete(sender)
    size -= 1
    return dropped
  }
  function findLongest(): [string, Item[]] | undefined {
    const [first, ...others] = bySender
    return others.reduce(
      (longest, one) => (one[1].length > (longest?.[1].length ?? 0) ? one : longest),
      first,
    )
  }

  return {
    add(sender, item) {
      const longestQueue = size >= maxWaiting ? findLongest() : undefined
      if (longestQueue && longestQueue[1].length <= (bySender.get(sender)?.length ?? 0) + 1)
        return item
      const dropped = longestQueue && dropLastOf(...longestQueue)
      push(sender, item)
      return dropped
    },
    next() {
      const [first] = bySender
      if (!first) return undefined
      const [sender, items] = first
      const item = items.shift()
      size -= 1
      // To the end of the line.
      bySender.delete(sender)
      if (items.length > 0) bySender.set(sender, items)
      return item
    },
    empty() {
      const all = [...bySender.values()].flat()
      bySender.clear()
      size = 0
      return all
    },
  }
}
