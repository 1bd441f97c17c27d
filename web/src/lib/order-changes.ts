interface Ordered {
  _id: string
  order?: number | undefined
}

/**
 * Returns the orders to change so that records are listed as given: usually one, between its
 * neighbours; all if no number lies between.
 */
export function orderChanges(records: readonly Ordered[]): { _id: string; order: number }[] {
  const orders = records.map(({ order = 0 }) => order)
  if (isAscending(orders)) return []
  for (const [index, { _id }] of records.entries()) {
    const order = between(orders[index - 1], orders[index + 1])
    if (isAscending(orders.map((other, at) => (at === index ? order : other)))) {
      return [{ _id, order }]
    }
  }
  return records.flatMap(({ _id, order }, index) =>
    order === index + 1 ? [] : [{ _id, order: index + 1 }],
  )
}

const isAscending = (orders: readonly number[]) =>
  orders.every((order, index) => index === 0 || order > (orders[index - 1] ?? 0))

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? 0) - 1
  return after === undefined ? before + 1 : (before + after) / 2
}
